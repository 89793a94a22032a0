# ./lierne bench [NAME…] [--json]: builds the benchmarks and runs them; figures on standard output, progress on standard error.
set -u
mvn -B -ntp -q -Dquick -DskipTests -pl bench -am package >&2 || { echo "lierne: the benchmarks did not build" >&2; exit 3; }
exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -Dlierne.root="$PWD" \
  -cp "bench/target/bench-0.1.0-SNAPSHOT.jar:bench/target/lib/*" org.lierne.bench.Bench "$@"
