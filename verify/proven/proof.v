(** # The theorems

What `statement.v` defines holds where the programs of `check.v` say yes. No axiom is
used: both lines that Coq prints below are "Closed under the global context". *)
Require Import List.
Require Import Proven.statement Proven.check Proven.lists Proven.rows.

Theorem all_solutions : forall p faces t,
  check_list p faces t = true -> complete p faces.
Proof. exact list_complete. Qed.

Theorem whole_run : forall s rows, check_run s rows = true -> proven s rows.
Proof. exact run_proven. Qed.

Print Assumptions all_solutions.
Print Assumptions whole_run.
