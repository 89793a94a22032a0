# ./lierne test [--fast|--long]: the test suite, and the counts of every report as the last line.
# --fast: unit tests without the framework; plain: what .ci/run runs; --long: also the long runs, which print their figures.
set -u
# files have names beyond ASCII, which a Java of the POSIX locale cannot open
[ -n "${LC_ALL-}${LC_CTYPE-}${LANG-}" ] || export LC_ALL=C.UTF-8
case ${1:-} in
  '') set -- verify ;;
  --fast) set -- test -pl '!distro,!itests,!bench' ;;
  --long) set -- verify -Dlierne.long=true ;;
  *) echo "usage: lierne test [--fast|--long]" >&2; exit 2 ;;
esac
find . -path '*/target/surefire-reports/*' -name '*.xml' -delete 2>/dev/null
mvn -B -ntp -T2 "$@" -Dmaven.test.failure.ignore=true
built=$?
find . -path '*/target/surefire-reports/TEST-*.xml' -exec grep -h -m1 '<testsuite ' {} + | awk -v built="$built" '
  function number(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) + 0 : 0 }
  { total += number("tests"); failed += number("failures") + number("errors"); skipped += number("skipped") }
  END {
    if (built != 0) { print "the build failed before its tests were done"; }
    printf "%d passed, %d failed, %d skipped\n", total - failed - skipped, failed, skipped
    exit (built != 0 || failed > 0 || total == 0)
  }'
