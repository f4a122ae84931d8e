"""Matrix Market's format where it is not one, or not a problem's: place, value,
remedy; sizes that the text can not fill cost nothing."""
from program import done
from refused import refused

HEAD = "%%MatrixMarket matrix array real general\n"
SPARSE = "%%MatrixMarket matrix coordinate real general\n"
B = HEAD + "1 1\n-1\n"
for text, parts in (
        (HEAD + "1 1\n1\n", [":1:", "without b", "--b"]),
        (HEAD + "2 1\n1 \n  \n", ["the end", "missing"]),
        (HEAD + "2 1\n1\n1\n" + B, ["2 rows and 1 columns", "square"]),
        (HEAD + "1 1\n1 2\n" + B, [":3:3: '2'", "too many"]),
        (HEAD + "1 1\nx\n" + B, [":3:1: 'x'", "no number"]),
        (HEAD + "1 1\n1\n" + HEAD + "2 1\n1\n1\n", [":4:", "no b of"]),
        (HEAD + "4096 4096\n1\n" + B, ["more numbers than"]),
        (HEAD + "5000 1\n1\n" + B, ["'5000 1'", "4096"]),
        (HEAD + "0 1\n1\n" + B, ["'0 1'"]),
        (HEAD + "1 1 1\n1\n" + B, ["'1 1 1'", "rows columns"]),
        (SPARSE + "1 1\n1\n" + B, ["'1 1'", "entries"]),
        (SPARSE + "2000 2000 1\n1 1 1\n", ["1024"]),
        (SPARSE + "1 1 2\n1 1 1\n1 1 2\n" + B, [":4:5: '2'", "second number"]),
        (SPARSE + "1 1 1\n1 2 1\n" + B, ["'1 2 1'", "inside"]),
        (SPARSE + "1 1 1\n1 1\n" + B, ["'1 1'", "row column number"]),
        (SPARSE.replace("general", "symmetric") + "2 2 1\n1 2 1\n1 2 3\n" + B,
         ["where a matrix should begin"]),
        (SPARSE.replace("general", "symmetric") + "2 2 2\n2 1 1\n1 2 3\n" + B,
         ["'3'", "second number"]),
        (HEAD.replace("real", "complex") + "1 1\n1 1\n", ["'complex'", "'real'"]),
        (HEAD.replace("general", "hermitian") + "1 1\n1\n", ["'hermitian'"]),
        (HEAD.replace("array", "list") + "1 1\n1\n", ["'list'", "'array'"]),
        (HEAD.replace(" matrix ", " vector ") + "1\n1\n", ["'vector'"])):
    refused(text, parts)
refused("1 1 -1\n", ["--b", "Matrix Market"], "--b", "/dev/null", code=2)
done()
