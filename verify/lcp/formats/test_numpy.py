"""NumPy's text that is no problem."""
from program import done
from refused import refused

for text, parts in (
        ("", ["0 rows"]), ("# 1 2\n", ["0 rows"]),
        ("1 2\n3 4\n", ["2 rows of 2", "one more"]),
        ("1 2 3\n4 5\n", [":2:", "2 numbers, and 3"]),
        ("1 nan\n", [":1:3: 'nan'", "no number"]),
        ("1 1+2j\n", ["'1+2j'"]), ("1,,zwei\n", [":1:4: 'zwei'"])):
    refused(text, parts, "--import", "numpy")
done()
