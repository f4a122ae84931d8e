# sh run.sh FILE COMMAND...
# Runs a test, shows what it prints, and keeps that in FILE when the test ended
# with 0. A test that fails verifies nothing: FILE is then absent.
file=$1
shift
rm -f "$file"
mkdir -p "${file%/*}" || exit 1
exec 4>&1
status=$({ { "$@" 3>&- 4>&-; echo $? >&3; } | tee "$file.new" >&4; } 3>&1)
if [ "$status" != 0 ]; then
    rm -f "$file.new"
    echo "the test ended with $status" >&2
    exit 1
fi
mv "$file.new" "$file"
