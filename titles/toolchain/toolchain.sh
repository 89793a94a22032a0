# Sourced by the rebuild scripts: compiles, links and converts guest code. Nothing here depends on time, user or folder, so the
# committed binaries can be made again byte for byte. Needs clang-19, lld-19, llvm-19 and a JDK 25 with Maven.
set -euo pipefail
toolchain=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd "$toolchain/../.." && pwd)
. "$checkout/cnf/jdk.sh"

for tool in clang-19 ld.lld-19 llvm-mc-19 llvm-objcopy-19; do
    command -v "$tool" >/dev/null || { echo "rebuild: $tool is missing; apt-get install clang-19 lld-19 llvm-19" >&2; exit 5; }
done
JAVA_HOME=$(find_jdk25) || { echo "rebuild: no JDK 25 found; set JAVA_HOME" >&2; exit 5; }
export JAVA_HOME
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# c_flags: freestanding, since the guest has no headers of ours but those beside its sources.
c_flags=(--target=x86_64-sie-ps5 -O2 -ffreestanding -fno-builtin -fno-ident -fno-math-errno -Wall -Wextra -Werror -Wno-unused-command-line-argument)

# What C and what C++ sources are compiled as.
c_standard=(-std=c17)
cxx_standard=(-std=c++20 -fexceptions -fcxx-exceptions -frtti)

converter() {
    local classes=("$checkout/titles/converter/target/classes" "$checkout/bundles/kernel-api/target/classes")
    if [ ! -f "${classes[0]}/org/lierne/titles/converter/Converter.class" ]; then
        (cd "$checkout" && mvn -q -Dquick -pl titles/converter -am -DskipTests compile >&2)
    fi
    "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -cp "${classes[0]}:${classes[1]}" org.lierne.titles.converter.Converter "$@"
}

# make_stubs LIST: one shared object per module file named in the list, in $work/stubs.
make_stubs() {
    mkdir -p "$work/stubs"
    converter stubs "$1" "$work/stubs"
    local source
    for source in "$work"/stubs/*.s; do
        clang-19 --target=x86_64-sie-ps5 -c "$source" -o "$source.o"
        ld.lld-19 -shared -soname "$(basename "$source" .s)" "$source.o" -o "${source%.s}.so"
    done
}

# compile OUTFOLDER FILE…: C, C++ and assembly sources to $work/OUTFOLDER/*.o, named without their own folder.
compile() {
    local folder=$work/$1 source; shift
    mkdir -p "$folder"
    for source in "$@"; do
        local standard=("${c_standard[@]}")
        [[ $source != *.cpp ]] || standard=("${cxx_standard[@]}")
        (cd "$(dirname "$source")" && clang-19 "${standard[@]}" "${c_flags[@]}" -I"$toolchain" -c "$(basename "$source")" \
            -o "$folder/$(basename "${source%.*}").o")
    done
}

# link_executable OUT IMPORTS FOLDER: the objects of a folder and the start-up code to an executable.
link_executable() {
    compile "$3" "$toolchain/crt.c"
    ld.lld-19 -pie -T "$toolchain/layout.ld" -z max-page-size=0x4000 --hash-style=sysv --eh-frame-hdr -e _start \
        "$work/$3"/*.o "$work"/stubs/*.so -o "$work/$3.elf"
    converter link "$work/$3.elf" "$1" --imports "$2" --type executable --name "$3"
}

# link_module OUT IMPORTS FOLDER NAME [EXPORTS]: the objects of a folder to a module that calls itself NAME.
link_module() {
    compile "$3" "$toolchain/module.c"
    ld.lld-19 -shared -Bsymbolic -T "$toolchain/layout.ld" -z max-page-size=0x4000 --hash-style=sysv --eh-frame-hdr \
        -soname "$(basename "$1")" "$work/$3"/*.o $(find "$work/stubs" -name '*.so' ! -name "$(basename "$1").so" | sort) \
        -o "$work/$3.elf"
    converter link "$work/$3.elf" "$1" --imports "$2" --type module --name "$4" ${5:+--exports "$5"}
}

# finish CHECK TARGET FILE…: installs the files made in $work/out into TARGET, or with CHECK = --check compares them.
finish() {
    local check=$1 target=$2 differs=0 file; shift 2
    for file in "$@"; do
        if [ "$check" = --check ]; then
            cmp "$work/out/$file" "$target/$file" || differs=1
        else
            mkdir -p "$(dirname "$target/$file")"
            cp "$work/out/$file" "$target/$file"
        fi
    done
    [ "$differs" = 0 ] || { echo "rebuild: the committed binaries differ from what their sources make" >&2; exit 1; }
}

# shaders OUT.s SHADER.s…: assembles shaders for gfx1013 and writes their records and code as data.
shaders() {
    local out=$1 source wave; shift
    mkdir -p "$work/shaders"
    local made=()
    for source in "$@"; do
        wave=-wavefrontsize32,+wavefrontsize64
        grep -q '^; @wave 32' "$source" && wave=+wavefrontsize32,-wavefrontsize64
        cp "$source" "$work/shaders/"
        made+=("$work/shaders/$(basename "$source")")
        llvm-mc-19 -arch=amdgcn -mcpu=gfx1013 -mattr="$wave" -I "$(dirname "$source")" -filetype=obj "$source" -o "${made[-1]%.s}.o"
    done
    converter shaders "$out" "${made[@]}"
}
