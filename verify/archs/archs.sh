#!/bin/sh
# archs.sh SOURCE DIR BUILD...
# One digest of all that perp computes (digest.py), on every BUILD: "gcc -O0" is a
# compiler of this machine with flags; "ARCH" a Debian architecture, cross-compiled,
# statically linked and run under qemu-user. A BUILD that begins with ! is built with
# -ffp-contract=fast and must differ from the first one in its tables, else the
# comparison would prove nothing. One that begins with @ is a folder that holds perp
# and verify/check/perp-check. What is missing here is skipped, loudly, with what to
# install; fewer than two digests are a failure.
set -eu
source=$1
dir=$2
shift 2
status=0
first=""
count=0
mkdir -p "$dir"

# The words that Debian, its compilers and qemu have for an architecture.
names() {
    case $1 in
    arm64) cross=aarch64-linux-gnu qemu=aarch64 ;;
    s390x) cross=s390x-linux-gnu qemu=s390x ;;
    ppc64el) cross=powerpc64le-linux-gnu qemu=ppc64le ;;
    mips64el) cross=mips64el-linux-gnuabi64 qemu=mips64el ;;
    *) return 1 ;;
    esac
}

# The libraries of another architecture, unpacked in DIR and installed nowhere.
libraries() { # architecture, folder
    [ -d "$2/usr" ] && return 0
    mkdir -p "$2/packages"
    (cd "$2/packages" && apt-get download -q "libgmp-dev:$1" "libmpfr-dev:$1" \
        "liblua5.4-dev:$1" >log 2>&1) || return 1
    for package in "$2"/packages/*.deb; do
        dpkg -x "$package" "$2"
    done
}

configure() { # folder, then CMake's words
    out=$1
    shift
    cmake -S "$source" -B "$out" -DCMAKE_BUILD_TYPE=None "$@" >"$out.log" 2>&1 &&
        cmake --build "$out" --target perp perp-check -- -j2 >>"$out.log" 2>&1 ||
        { tail -n 20 "$out.log"; echo "FAILED: $build does not build"; exit 1; }
}

for build in "$@"; do
    contract=off
    case $build in !*) contract=fast ;; esac
    word=${build#!}
    out=$dir/$(printf %s "$build" | tr -c 'a-zA-Z0-9\n' _)
    run="" set=--sets
    case $word in
    @*) out=${word#@} ;;
    *\ *)
        compiler=${word%% *}
        if ! command -v "$compiler" >/dev/null; then
            echo "SKIPPED: $build: no $compiler here"
            continue
        fi
        configure "$out" "-DCMAKE_C_COMPILER=$compiler" \
            "-DCMAKE_C_FLAGS=${word#* }" "-DPERP_CONTRACT=$contract" ;;
    *)
        names "$word"
        root=$dir/root-$word
        if ! command -v "$cross-gcc" >/dev/null ||
            ! command -v "qemu-$qemu-static" >/dev/null; then
            echo "SKIPPED: $build: apt-get install gcc-$cross libc6-dev-$word-cross" \
                "qemu-user-static"
            continue
        fi
        if ! libraries "$word" "$root"; then
            echo "SKIPPED: $build: dpkg --add-architecture $word && apt-get update"
            rm -rf "$root"
            continue
        fi
        run="qemu-$qemu-static "
        lib=$root/usr/lib/$cross
        configure "$out" -DCMAKE_SYSTEM_NAME=Linux "-DCMAKE_C_COMPILER=$cross-gcc" \
            "-DCMAKE_C_FLAGS=-O2 -isystem $root/usr/include -isystem $root/usr/include/$cross" \
            "-DGMP_LIBRARY=$lib/libgmp.a" "-DMPFR_LIBRARY=$lib/libmpfr.a" \
            "-DLUA_LIBRARY=$lib/liblua5.4.a" \
            "-DLUA_INCLUDE=$root/usr/include/lua5.4" \
            -DCMAKE_C_STANDARD_LIBRARIES=-lm -DCMAKE_EXE_LINKER_FLAGS=-static \
            "-DPERP_CONTRACT=$contract" ;;
    esac
    [ $contract = fast ] && set=--tables
    list=$dir/$(printf %s "$build" | tr -c 'a-zA-Z0-9\n' _).digests
    if ! python3 "$source/verify/archs/digest.py" "$run$out/perp" \
        "$run$out/verify/check/perp-check" $set >"$list"; then
        echo "FAILED: $build: no digest"
        status=1
        continue
    fi
    echo "$(tail -n 1 "$list" | cut -c 1-16)  $build"
    if [ $contract = fast ]; then
        sed '$d' "$list" >"$list.tables"
        if ! sed '$d' "$first" | grep -F -v -x -q -f - "$list.tables"; then
            echo "FAILED: $build should differ and does not"
            status=1
        fi
    elif [ -z "$first" ]; then
        first=$list
        count=1
    elif diff "$first" "$list"; then
        count=$((count + 1))
    else
        echo "FAILED: $build computes something else"
        status=1
    fi
done
echo "$count digests are the same"
[ $status = 0 ] && [ "$count" -lt 2 ] && exit 77
exit $status
