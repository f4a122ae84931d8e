# sh build.sh FROM INTO COQC OCAMLFIND: checks the proofs and makes INTO/proven-check.
# INTO/proof.log keeps what Coq prints, the assumptions of the theorems among it.
set -e
rm -rf "$2" && mkdir -p "$2" && cp "$1"/*.v "$1"/*.ml "$2" && cd "$2"
for name in statement check sums lists rows proof extract; do
    "$3" -q -Q . Proven $name.v >> proof.log
done
"$4" ocamlopt -w -a -package zarith -c checker.mli checker.ml
"$4" ocamlopt -package zarith -linkpkg checker.cmx driver.ml -o proven-check
