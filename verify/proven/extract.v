(** # From the proof to a program

Whole numbers become Zarith's; what is named here is not proven, but trusted to be
what Coq's functions of the same names are. Lists, pairs, booleans are OCaml's. *)
Require Import ZArith QArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
Require Import Proven.statement Proven.check.

Extract Constant Pos.eqb => "Big_int_Z.eq_big_int".
Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant Z.ggcd => "(fun a b -> let g = Big_int_Z.gcd_big_int a b in
  if Big_int_Z.sign_big_int g = 0 then (g, (a, b)) else
  (g, (Big_int_Z.div_big_int a g, Big_int_Z.div_big_int b g)))".
Extraction "checker.ml" check_list check_run.
