(** # The program

What computes: `check_list` and `check_run`, of which `proof.v` proves what
`statement.v` says. Fractions are kept as they are read, numerators over one
denominator: a sum looks for a common one only where two differ. *)
Require Import ZArith QArith Qabs List Bool.
Require Import Proven.statement.
Import ListNotations.
Open Scope Q_scope.

Definition plus (x y : Q) : Q :=
  if (Qnum x =? 0)%Z then y else if (Qnum y =? 0)%Z then x else
  if Pos.eqb (Qden x) (Qden y) then (Qnum x + Qnum y) # Qden x else Qred (x + y).
Definition less (x y : Q) : bool := negb (Qle_bool y x).
Definition zero (x : Q) : bool := (Qnum x =? 0)%Z.
Definition perpb (a b : Q) : bool := Qle_bool 0 a && Qle_bool 0 b && zero (a * b).

Fixpoint fdot (a x : vec) : Q :=
  match a, x with
  | c :: a, y :: x => if zero c then fdot a x else plus (c * y) (fdot a x)
  | _, _ => 0
  end.
Fixpoint ftotal (x : vec) : Q :=
  match x with y :: x => plus y (ftotal x) | [] => 0 end.
Definition all (n : nat) (f : nat -> bool) : bool := forallb f (seq 0 n).
Definition long {X} (l : list X) (n : nat) : bool := Nat.eqb (length l) n.
Definition mem (i : Z) (l : list Z) : bool := existsb (Z.eqb i) l.

(** ## Level N *)
Definition fw (p : lcp) (z : vec) (i : nat) : Q :=
  plus (fdot (row (A p) i) z) (at_ (b p) i).

(** (N1) *)
Definition point_fine (p : lcp) (f : face) : bool :=
  long (point f) (size p) && all (size p) (fun i =>
    if Nat.ltb i (free p) then zero (fw p (point f) i) else
    match named p f i with
    | W => less 0 (fw p (point f) i) && zero (at_ (point f) i)
    | Z_ => zero (fw p (point f) i) && less 0 (at_ (point f) i)
    | O_ => zero (fw p (point f) i) && zero (at_ (point f) i)
    end).

(** A' y, row by row. *)
Fixpoint vadd (a x : vec) : vec :=
  match a, x with
  | [], _ => x
  | _, [] => a
  | c :: a, y :: x => plus c y :: vadd a x
  end.
Fixpoint transposed (A : list vec) (y : vec) : vec :=
  match A, y with
  | r :: A, c :: y =>
      if zero c then transposed A y
      else vadd (map (Qmult c) r) (transposed A y)
  | _, _ => []
  end.

(** (N4) `path` has the pairs that are decided: true, z is 0 there; false, w. *)
Definition on (path : list (nat * bool)) (i : nat) (z : bool) : bool :=
  existsb (fun d => Nat.eqb (fst d) i && Bool.eqb (snd d) z) path.

Definition leaf (p : lcp) (faces : list face) (path : list (nat * bool))
    (f : option nat) (y : vec) : bool :=
  let back := transposed (A p) y in
  let end_ := fdot y (b p) in
  long y (size p) &&
  match f with
  | None => less end_ 0
  | Some f => zero end_ && Nat.ltb f (length faces)
  end &&
  all (size p) (fun i =>
    let pz := - at_ back i in let pw := at_ y i in
    if Nat.ltb i (free p) then zero pz else
    let z0 := on path (i - free p) true in let w0 := on path (i - free p) false in
    (z0 || Qle_bool 0 pz) && (w0 || Qle_bool 0 pw) &&
    match f with
    | None => true
    | Some f =>
        match nth_error faces f with
        | None => false
        | Some f =>
            match named p f i with Z_ => true | _ => z0 || less 0 pz end &&
            match named p f i with W => true | _ => w0 || less 0 pw end
        end
    end).

Fixpoint check_tree (p : lcp) (faces : list face) (path : list (nat * bool))
    (t : tree) : bool :=
  match t with
  | branch i without_z without_w =>
      Nat.ltb (free p + i) (size p) && negb (on path i true || on path i false) &&
      check_tree p faces ((i, true) :: path) without_z &&
      check_tree p faces ((i, false) :: path) without_w
  | empty y => leaf p faces path None y
  | inside f y => leaf p faces path (Some f) y
  end.

(** (N2) Each letter of f is that of g, or names nothing. *)
Definition covers (p : lcp) (g f : face) : bool :=
  all (size p) (fun i => Nat.ltb i (free p) ||
    match named p f i, named p g i with
    | O_, _ | W, W | Z_, Z_ => true | _, _ => false end).
Fixpoint apart (p : lcp) (faces : list face) : bool :=
  match faces with
  | f :: l => forallb (fun g => negb (covers p f g || covers p g f)) l && apart p l
  | [] => true
  end.

Definition check_list (p : lcp) (faces : list face) (t : tree) : bool :=
  long (A p) (size p) && Nat.leb (free p) (size p) && apart p faces &&
  forallb (point_fine p) faces && check_tree p faces [] t.

(** ## Levels L1 and R *)
Definition fforce (k : weights) (v d : vec) (p : problem) (i : nat) : Q :=
  match how k with
  | explicit => dt k * plus (at_ (k0 p) i) (fdot (row (F p) i) v)
  | _ => dt k * plus (plus (plus
      match how k with
      | family => plus (at_ (k0 p) i) (a k * plus (at_ (k1 p) i) (- at_ (k0 p) i))
      | _ => at_ (k0 p) i
      end (fdot (row (F p) i) (x p))) (a k * fdot (row (kv p) i) d))
      (a k * dt k * plus (fdot (row (kq p) i) v) (g k * fdot (row (kq p) i) d))
  end.

Definition fimpulse (back : Z -> Q) (p : problem) (i : nat) : Q :=
  plus (plus
    (ftotal (map (fun j => snd j * at_ (fst j) i) (joints p)))
    (ftotal (map (fun l => pull l * at_ (along l) i) (links p))))
    (ftotal (map (fun c => plus (pressed back c * at_ (normal c) i)
      (fdot (rub c) (map (fun d => at_ d i) (slips c)))) (contacts p))).

Definition spring_check (k : weights) (v x : vec) (m : (Q * Q) * link) : bool :=
  let '((stiffness, damping), l) := m in
  let ax := fdot (along l) x in let av := fdot (along l) v in
  match how k with
  | stiff => if zero stiffness && zero damping then zero (pull l) else zero ax
  | explicit => Qeq_bool (pull l)
      (- (dt k) * plus (stiffness * phi l) (damping * av))
  | _ => Qeq_bool (pull l) (- (a k) * dt k * plus (stiffness * plus (phi l)
      (dt k * plus ((a k - g k) * av) (g k * ax))) (damping * ax))
  end.

(** The largest |d'x|, and what is left of the coefficient. *)
Definition largest (slip : vec) : Q :=
  fold_right (fun y m => if Qle_bool m (Qabs y) then Qabs y else m) 0 slip.
Definition rub_check (mu normal_impulse : Q) (slip f : vec) : bool :=
  let lambda := largest slip in
  let left := plus (mu * normal_impulse) (- ftotal (map Qabs f)) in
  Qle_bool 0 left && zero (left * lambda) &&
  all (length slip) (fun k =>
    zero (plus (Qabs (at_ f k) * lambda) (at_ f k * at_ slip k))).

Definition contact_check (s : statement) (back : Z -> Q) (x : vec) (c : contact) :=
  perpb (push c) (fdot (normal c) x) &&
  match friction (frictions s) (id c) with
  | Some (n, mu) => long (slips c) n && long (rub c) n &&
      rub_check mu (pressed back c) (map (fun d => fdot d x) (slips c)) (rub c)
  | None => false
  end.

(** (C18) Squares are completed, row by row: behind a pivot d the form is
d (c + r'y / d)^2 + y' (U - r r' / d) y. *)
Fixpoint without (U : list vec) (r : vec) (d : Q) : list vec :=
  match U, r with
  | u :: U, c :: r' =>
      (if zero c then u else vadd u (map (Qmult (Qred (- (c / d)))) r)) :: without U r' d
  | _, _ => U
  end.
Fixpoint squares (n : nat) (U : list vec) : bool :=
  match n, U with
  | S n, (d :: r) :: U => Nat.leb (length r) (length U) &&
      if zero d then forallb zero r && squares n U
      else less 0 d && squares n (without U r d)
  | _, [] => true
  | _, _ => false
  end.

Definition solved_check (s : statement) (k : weights) (back : Z -> Q) (v : vec)
    (p : problem) : bool :=
  let d := change k (nv s) v (x p) in
  long (x p) (nv s) && long (M p) (nv s) && squares (nv s) (M p) &&
  all (nv s) (fun i => Qeq_bool
    (a k * plus (fdot (mass (M p) (nv s) i) d) (- fforce k v d p i)) (fimpulse back p i)) &&
  forallb (fun j => zero (fdot (fst j) (x p))) (joints p) &&
  long (links p) (length (laws k)) &&
  forallb (spring_check k v (x p)) (combine (laws k) (links p)) &&
  forallb (contact_check s back (x p)) (contacts p).

(** (C7) m and k are found from t; what is asked of them is asked of any. *)
Definition cut_check (e t : Q) : bool :=
  let t' := Qred t in
  let k := if zero t then (-1074)%Z else Z.max (-1074)
    (Z.log2 (Z.abs (Qnum t')) - Z.log2 (Z.pos (Qden t')) - 52) in
  let m := Qnum (Qred (t' * 2 ^ (- k))) in
  Qeq_bool t (inject_Z m * 2 ^ k) && (Z.abs m <? 2 ^ 53)%Z && (k <=? 971)%Z &&
  ((k =? -1074)%Z || (2 ^ 52 <=? Z.abs m)%Z) && Qle_bool 0 (t * e) &&
  Qle_bool (Qabs t) (Qabs e) && less (Qabs e) (Qabs t + 2 ^ k).

Definition stored_check (s : statement) (e : nat -> Q) (to : vec) : bool :=
  long to (nv s) && all (nv s) (fun i =>
    if exact s then Qeq_bool (at_ to i) (e i) else cut_check (e i) (at_ to i)).

(** (C8) *)
Fixpoint growing_check (l : list Z) : bool :=
  match l with
  | i :: (j :: _) as t => (i <? j)%Z && growing_check t
  | _ => true
  end.
Definition listed_check (s : statement) (before : list Z) (p : problem) : bool :=
  growing_check (ids p) && (sharp s || forallb (fun i => mem i (ids p)) before).

(** (C9), (C10) *)
Definition follows_check (s : statement) (c : Q) (J : nat -> vec) (from : vec)
    (back forth : Q) (v to y : vec) : bool :=
  let move := vector (nv s) (fun j => back * at_ v j + forth * at_ to j) in
  let most := vector (nv s) (fun j => Qabs (at_ v j) + Qabs (at_ to j)) in
  long y (length from) && all (length from) (fun i => Qle_bool
    (Qabs (plus (at_ y i) (- plus (at_ from i) (c * fdot (J i) move))))
    (if exact s then 0 else
      inject_Z (Z.of_nat (nv s) + 8) * 2 ^ (-50) *
      (Qabs (at_ from i) + c * fdot (map Qabs (J i)) most) + 2 ^ (-1000))).

Definition placed_check (s : statement) (st : state) (p : problem) (part : Q)
    (to q : vec) : bool :=
  let r := 1 - part in
  let forth := part * part * (gamma s * (1 + 2 * r) - r) in
  follows_check s (h s) (if rates s then row (G p) else unit (nv s)) (position st)
    (part - forth) forth (velocity st) to q.

Definition moving_check (s : statement) (st : state) (part : Q) (to v : vec) :=
  let r := 1 - part in
  let forth := part * (6 * r * gamma s + 1 - 3 * r) in
  follows_check s 1 (unit (nv s)) (vector (nv s) (fun _ => 0))
    (1 - forth) forth (velocity st) to v.

Definition fleft (p : problem) : list Z :=
  map id (filter (fun c => Qle_bool (fdot (normal c) (x p)) 0) (contacts p)).

(** (C15) *)
Definition rebounds_check (s : statement) (p : problem) : bool :=
  less 0 (restitution s) && existsb (fun c => less 0 (push c)) (contacts p).

Definition collided_check (s : statement) (before : list Z) (v : vec)
    (j : collision) : bool :=
  let p := first j in
  listed_check s before p && solved_check s of_jump (fun _ => 0) v p &&
  match second j with
  | Some r => rebounds_check s p &&
      long (joints2 r) (length (joints p)) &&
      long (contacts2 r) (length (contacts p)) &&
      solved_check s of_jump (given (restitution s) (contacts p)) (x p) (again p r)
  | None => negb (rebounds_check s p)
  end &&
  stored_check s (at_ (x (last_phase j))) (to j).

Definition row_check (s : statement) (st : state) (r : record) : bool :=
  less (time st * h s) (T s) &&
  let step p to := listed_check s (touching st) p &&
    solved_check s (of_step s) (fun _ => 0) (velocity st) p &&
    stored_check s (behind (of_step s) (velocity st) (x p)) to in
  match r with
  | Step p to q => step p to && placed_check s st p 1 to q
  | Hit p to part q v j => hits s && less 0 part && Qle_bool part 1 && step p to &&
      placed_check s st p part to q && moving_check s st part to v &&
      collided_check s (fleft p) v j &&
      existsb (fun c => negb (mem (id c) (ids p))) (contacts (first j))
  | Jump j => jumps s && negb (met st) &&
      collided_check s (touching st) (velocity st) j &&
      existsb (fun c => negb (mem (id c) (touching st)) &&
        less (fdot (normal c) (velocity st)) 0) (contacts (first j))
  end.

Definition end_check (s : statement) (st : state) : bool :=
  Qle_bool (T s) ((time st + 2 ^ (-28)) * h s).
Definition head_check (s : statement) : bool :=
  less 0 (h s) && less 0 (alpha s) && Qle_bool (alpha s) 1 && Qle_bool 0 (gamma s) &&
  Qle_bool (gamma s) 1 && Qle_bool 0 (restitution s) && Qle_bool (restitution s) 1 &&
  long (v0 s) (nv s).

Definition fnext (s : statement) (st : state) (r : record) : state :=
  let on d := time st + if uniform s then 1 else d in
  match r with
  | Step p to q => {| position := q; velocity := to; time := on 1;
      touching := fleft p; met := false |}
  | Hit _ _ part q _ j => {| position := q; velocity := to j; time := on part;
      touching := fleft (last_phase j); met := true |}
  | Jump j => {| position := position st; velocity := to j; time := on 0;
      touching := fleft (last_phase j); met := true |}
  end.

Fixpoint run_check (s : statement) (st : state) (rows : list record) : bool :=
  match rows with
  | r :: rows => row_check s st r && run_check s (fnext s st r) rows
  | [] => end_check s st
  end.
Definition check_run (s : statement) (rows : list record) : bool :=
  head_check s && run_check s (start s) rows.
