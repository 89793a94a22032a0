# new.sh HOME pass|library|quirk NAME [--into FOLDER] [--json]: makes a plug-in's project from the templates beside this file.
# In them @id@, @name@, @package@ and @class@ stand for the plug-in's, @home@ for the distribution; a file Plugin.java takes the class's name.
set -u
home=$1
shift
quoted() { # a JSON string
  printf '"%s"' "$(printf '%s' "$1" | tr '\n\t' '  ' | sed 's/["\\]/\\&/g')"
}
failed() { # status, outcome, message
  echo "lierne new: $3" >&2
  [ -z "$json" ] || printf '{ "outcome": "%s", "status": %s, "message": %s }\n' "$2" "$1" "$(quoted "lierne new: $3")"
}
usage() {
  failed 2 usage "$1"
  echo "usage: lierne new pass|library|quirk NAME [--into FOLDER]" >&2
  exit 2
}
refuse() {
  failed 3 refused "$1"
  exit 3
}
kind= name= into=. json=
for word in "$@"; do [ "$word" != --json ] || json=1; done
while [ $# -gt 0 ]; do
  case $1 in
    --into) [ $# -gt 1 ] || usage "--into wants a value"; into=$2; shift ;;
    --json) ;;
    --*) usage "unknown option $1" ;;
    *) if [ -z "$kind" ]; then kind=$1; elif [ -z "$name" ]; then name=$1; else usage "unexpected '$1'"; fi ;;
  esac
  shift
done
case $kind in
  pass | quirk) id=$kind.$name ;;
  library) id=lib.$name ;;
  '') usage "missing pass, library or quirk" ;;
  *) usage "unknown '$kind'" ;;
esac
[ -n "$name" ] || usage "missing NAME"
wrong="'$(printf '%s' "$name" | tr '\n' ' ')' is no name of a plug-in: lower case, from general to special, such as image.tint or sky-colour"
case $name in *[!abcdefghijklmnopqrstuvwxyz0123456789.-]*) usage "$wrong" ;; esac
printf '%s\n' "$name" | LC_ALL=C grep -qxE '[a-z][a-z0-9]*([.-][a-z0-9]+)*' || usage "$wrong"
[ -d "$into" ] || refuse "no such folder: $into"
project=$into/$id
[ ! -e "$project" ] || refuse "$project exists already"
mkdir "$project" 2>/dev/null || refuse "the folder $into cannot be written to"
trap 'rm -rf "$project"; exit 130' INT TERM HUP
place=$(printf '%s' "$home" | sed 's/&/\&amp;/g; s/</\&lt;/g' | sed 's/[#&\\]/\\&/g') # as XML, then as sed takes it
package=plugin_$(printf '%s' "$name" | tr .- __)
class=$(printf '%s' "$name" | sed -E 's/(^|[.-])([a-z0-9])/\U\2/g')
spoiled() {
  rm -rf "$project"
  refuse "$project cannot be written whole"
}
templates=$home/sdk/$kind
(cd "$templates" && find . -type f) | while IFS= read -r file; do
  target=$(printf '%s' "$file" | sed -E "s#java/Plugin#java/$package/$class#; s#java/package-info#java/$package/package-info#")
  mkdir -p "$project/${target%/*}" \
    && sed -e "s#@id@#$id#g; s#@name@#$name#g; s#@package@#$package#g; s#@class@#$class#g" "$templates/$file" >"$project/$target" || exit
done 2>/dev/null || spoiled
{ sed -e "s#@id@#$id#g; s#@home@#$place#g" "$home/sdk/pom.xml" >"$project/pom.xml" && printf 'target/\n' >"$project/.gitignore"; } 2>/dev/null || spoiled
if [ -n "$json" ]; then
  printf '{ "id": "%s", "project": %s }\n' "$id" "$(quoted "$(cd "$project" && pwd)")"
else
  echo "made $project"
  echo "build it:  (cd $project && mvn package)"
  echo "try it:    lierne plugin add $project/target/$id-0.1.0.jar"
fi
