#!/bin/sh
# determinism.sh SOURCE DIR BUILD...
# A BUILD is "compiler flags"; the core and determinism.c are built once for
# each, in DIR, and what they print is compared. A BUILD that begins with ! must
# differ from the first one. One that begins with @ is a program that was built
# already, with the flags of the build at hand. A compiler that is not there is
# skipped, loudly.
set -eu
source=$1
dir=$2
shift 2
base="-std=c11 -D_POSIX_C_SOURCE=200809L -fno-math-errno -fno-trapping-math"
base="$base -DPERP_VERSION=\"0\" -DPERP_COMMIT=\"none\""
base="$base -I$source/src -I$source/verify/tools"
status=0
first=""
number=0

build() { # out, compiler and flags
    out=$1
    shift
    rm -rf "$out"
    mkdir -p "$out"
    # What determinism.c calls: the wings below GAP08 and its steps. If it calls more
    # some day, the linker says so.
    find "$source/src" -name '*.c' ! -name main.c ! -path '*/src/scene/*' \
        ! -path '*/src/cli/*' ! -path '*/src/hp23/*' ! -path '*/src/pks05/*' \
        ! -path '*/src/judge/*' ! -path '*/src/lcp/claim/*' ! -path '*/src/lcp/formats/*' \
        ! -path '*/src/p10/*' ! -path '*/src/gap08/bounds/*' |
        LC_ALL=C sort | while read -r file; do
        name=${file#"$source/src/"}
        printf '%s %s\n' "$file" "$out/$(printf %s "${name%.c}" | tr / -).o"
    done >"$out/list"
    for file in house/determinism tools/generator tools/contact_world; do
        printf '%s %s\n' "$source/verify/$file.c" "$out/${file#*/}.o"
    done >>"$out/list"
    xargs -P 2 -L 1 sh -c 'from=$1 to=$2; shift 2
        exec $0 -c "$from" -o "$to"' "$*" <"$out/list"
    $1 "$out"/*.o -o "$out/determinism" -lmpfr -lgmp -lm
}

for line in "$@"; do
    must=same
    case $line in !*) must=differ line=${line#!} ;; esac
    compiler=${line%% *}
    compiler=${compiler#@}
    if ! command -v "$compiler" >/dev/null; then
        echo "SKIPPED: no $compiler here"
        continue
    fi
    case $line in *-march=native*)
        if ! "$compiler" -march=native -dM -E - </dev/null 2>/dev/null |
            grep -q __FMA__ && [ $must = differ ]; then
            echo "SKIPPED: no fused multiply-add here, nothing can differ"
            continue
        fi ;;
    esac
    number=$((number + 1))
    out=$dir/$number
    contract=-ffp-contract=off
    case $line in *-ffp-contract=*) contract="" ;; esac
    case $line in
    @*)
        mkdir -p "$out"
        "${line#@}" >"$out/hashes" || status=1
        line=$(basename "${line#@}") ;;
    *)
        build "$out" $line $contract $base
        "$out/determinism" >"$out/hashes" || status=1 ;;
    esac
    all=$(sed -n 's/^all *//p' "$out/hashes")
    echo "$all  $line"
    if [ -z "$first" ]; then
        first=$out
    elif [ $must = same ] && ! diff "$first/hashes" "$out/hashes"; then
        echo "FAILED: $line gives other bits"
        status=1
    elif [ $must = differ ] && cmp -s "$first/hashes" "$out/hashes"; then
        echo "FAILED: $line should differ and does not"
        status=1
    fi
done
exit $status
