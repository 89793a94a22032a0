package org.lierne.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/**
 * Where log lines go: to standard error from the level {@code LIERNE_LOG} (WARN), and to one file a run under {@code logs/} from the level
 * {@code LIERNE_LOG_FILE} (INFO). In code, since reading a Logback file costs a sixth of a console's start; such a file may still be named
 * with {@code -Dlogback.configurationFile}.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        configure(context, Main.userFolder().resolve("logs"), System.getenv());
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    static void configure(LoggerContext context, Path logs, Map<String, String> environment) {
        ConsoleAppender<ILoggingEvent> errors = new ConsoleAppender<>();
        errors.setTarget("System.err");
        ThresholdFilter atLeast = new ThresholdFilter();
        atLeast.setLevel(environment.getOrDefault("LIERNE_LOG", "WARN"));
        atLeast.start();
        errors.addFilter(atLeast);
        prepare(context, errors, "%-5level %marker %msg %kvp%n");
        errors.start();
        root(context).addAppender(errors);

        FileAppender<ILoggingEvent> file = new FileAppender<>();
        file.setFile(logs.resolve(LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")) + ".log").toString());
        prepare(context, file, "%d{HH:mm:ss.SSS} %-5level [%thread] %logger %marker %msg %kvp%n");
        FromFirstLine logged = new FromFirstLine(file);
        logged.setContext(context);
        logged.start();
        root(context).addAppender(logged);

        root(context).setLevel(Level.toLevel(environment.get("LIERNE_LOG_FILE"), Level.INFO));
    }

    private static Logger root(LoggerContext context) {
        return context.getLogger(Logger.ROOT_LOGGER_NAME);
    }

    private static void prepare(LoggerContext context, OutputStreamAppender<ILoggingEvent> appender, String pattern) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(pattern);
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
    }

    /** A run that logs nothing leaves no file. */
    private static final class FromFirstLine extends AppenderBase<ILoggingEvent> {
        private final FileAppender<ILoggingEvent> file;

        FromFirstLine(FileAppender<ILoggingEvent> file) {
            this.file = file;
        }

        @Override
        protected void append(ILoggingEvent line) {
            if (!file.isStarted()) {
                file.start();
            }
            file.doAppend(line);
        }

        @Override
        public void stop() {
            file.stop();
            super.stop();
        }
    }
}
