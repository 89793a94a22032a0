package org.lierne.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The {@code @Rule} tags of compiled test classes. */
final class RuleTags {
    private static final String RULE = "Lorg/lierne/testing/Rule;";

    /**
     * A tag.
     *
     * @param rule   such as A-001
     * @param method empty when the whole class is tagged
     */
    record Tag(String rule, String className, String method) {}

    private RuleTags() {}

    /** The tags of all classes below a folder. */
    static List<Tag> of(Path classes) throws IOException {
        List<Tag> tags = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            files.filter(f -> f.toString().endsWith(".class")).forEach(f -> read(f, tags));
        }
        return tags;
    }

    private static void read(Path file, List<Tag> tags) {
        ClassModel model;
        try {
            model = ClassFile.of().parse(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalArgumentException e) {
            throw new Refused("rules: " + file + " is no class file: " + e.getMessage(), e);
        }
        String name = model.thisClass().asInternalName().replace('/', '.');
        rules(model).forEach(rule -> tags.add(new Tag(rule, name, "")));
        for (MethodModel method : model.methods()) {
            rules(method).forEach(rule -> tags.add(new Tag(rule, name, method.methodName().stringValue())));
        }
    }

    private static List<String> rules(AttributedElement element) {
        List<String> rules = new ArrayList<>();
        element.findAttribute(Attributes.runtimeVisibleAnnotations()).ifPresent(found -> {
            for (Annotation annotation : found.annotations()) {
                if (annotation.className().equalsString(RULE) && annotation.elements().getFirst().value() instanceof AnnotationValue.OfArray ids) {
                    ids.values().forEach(id -> rules.add(((AnnotationValue.OfString) id).stringValue()));
                }
            }
        });
        return rules;
    }
}
