# find_jdk25: prints the home of a JDK 25 or later, or fails. Reads `release` files: starting java costs 50 ms.
find_jdk25() {
  for j in "${LIERNE_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* "${HOME:-}"/.jdks/* "${HOME:-}"/.sdkman/candidates/java/*; do
    if [ -x "$j/bin/${1:-javac}" ] && grep -qE '^JAVA_VERSION="(2[5-9]|[3-9][0-9])' "$j/release" 2>/dev/null; then
      printf '%s\n' "$j"
      return 0
    fi
  done
  return 1
}
