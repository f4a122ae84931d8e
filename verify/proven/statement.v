(** # What is proven of a certificate

The words of doc/70-certificate.md over records that are read: data first, then what
is said of them. Nothing here is computed by the program; `check.v` is the program, and
`proof.v` proves of it the last definitions of this file. All numbers are fractions,
and `==` is equality of fractions. *)
Require Import ZArith QArith Qabs List.
Import ListNotations.
Open Scope Q_scope.

(** Vectors and rows of matrices are lists; what is behind the end of one is 0. *)
Definition vec := list Q.
Definition at_ (x : vec) (i : nat) : Q := nth i x 0.
Definition row (A : list vec) (i : nat) : vec := nth i A [].
Definition vector (n : nat) (f : nat -> Q) : vec := map f (seq 0 n).

Fixpoint dot (a x : vec) : Q :=
  match a, x with
  | c :: a, y :: x => c * y + dot a x
  | _, _ => 0
  end.

Fixpoint total (x : vec) : Q :=
  match x with y :: x => y + total x | [] => 0 end.

(** Complementary: none is negative, and one of them is 0. *)
Definition perp (a b : Q) : Prop := 0 <= a /\ 0 <= b /\ a * b == 0.
Notation "a ⊥ b" := (perp a b) (at level 70).

(** ## Level N: problems alone

w = A z + b. The first `free` unknowns have no sign, and their rows are 0. *)
Record lcp := { free : nat; A : list vec; b : vec }.

Definition size (p : lcp) : nat := length (b p).
Definition w (p : lcp) (z : vec) (i : nat) : Q := dot (row (A p) i) z + at_ (b p) i.

Definition solves (p : lcp) (z : vec) : Prop :=
  length z = size p /\ forall i, (i < size p)%nat ->
    if Nat.ltb i (free p) then w p z i == 0 else w p z i ⊥ at_ z i.

(** A face names for each pair what may be positive: w, z, or neither. A listed one
has a point that is stated. *)
Inductive letter := W | Z_ | O_.
Record face := { letters : list letter; point : vec }.

Definition named (p : lcp) (f : face) (i : nat) : letter :=
  nth (i - free p) (letters f) O_.

Definition in_face (p : lcp) (f : face) (z : vec) : Prop :=
  length z = size p /\ forall i, (i < size p)%nat ->
    if Nat.ltb i (free p) then w p z i == 0 else
    match named p f i with
    | W => 0 <= w p z i /\ at_ z i == 0
    | Z_ => w p z i == 0 /\ 0 <= at_ z i
    | O_ => w p z i == 0 /\ at_ z i == 0
    end.

(** Inside: what is named is positive. *)
Definition amid (p : lcp) (f : face) (z : vec) : Prop :=
  in_face p f z /\ forall i, (free p <= i < size p)%nat ->
    match named p f i with W => 0 < w p z i | Z_ => 0 < at_ z i | O_ => True end.

(** The proof of a list: pairs that are decided, and factors at the leaves. *)
Inductive tree :=
  | branch (pair : nat) (without_z without_w : tree)
  | empty (y : vec)
  | inside (f : nat) (y : vec).

(** ### The theorem of level N

The solutions are the points of the listed faces, no others; and each face is needed:
its stated point has all that is named positive, and lies in no other face. *)
Definition complete (p : lcp) (faces : list face) : Prop :=
  (forall z, solves p z <-> exists f, In f faces /\ in_face p f z) /\
  (forall f, In f faces -> amid p f (point f)) /\
  ForallOrdPairs (fun f g => ~ in_face p g (point f) /\ ~ in_face p f (point g)) faces.

(** ## Levels L1 and R: runs

What a statement says, as far as rows need it. `contacts` are counted as in the
chapter: so many contacts in a row with so many slips and this coefficient. *)
Inductive form := family | linear | explicit | stiff.

Record statement := {
  scheme : form; h : Q; alpha : Q; gamma : Q; restitution : Q; T : Q;
  exact : bool;                            (* rounding none: level R *)
  sharp : bool; uniform : bool; jumps : bool; hits : bool;
  rates : bool;                            (* is there a Gamma? *)
  nv : nat; springs : list (Q * Q);        (* stiffness, damping *)
  frictions : list (Z * (nat * Q));
  q0 : vec; v0 : vec }.

(** A problem as its record has it: STEP, or JUMP, whose forces are absent. Of M, row i
begins with the diagonal: the upper half. *)
Record contact := { id : Z; normal : vec; slips : list vec; push : Q; rub : vec }.
Record link := { phi : Q; along : vec; pull : Q }.

Record problem := {
  M : list vec; F : list vec; kv : list vec; kq : list vec; k0 : vec; k1 : vec;
  G : list vec; joints : list (vec * Q); links : list link;
  contacts : list contact; x : vec }.

(** A collision, with a second phase or none, which has the rows of the first: its
velocity, impulses of the joints, pushes and rubs of the contacts. `to` is what
is stored of a velocity. *)
Record phase := { x2 : vec; joints2 : vec; contacts2 : list (Q * vec) }.
Record collision := { first : problem; second : option phase; to : vec }.

(** A row: a step to its end, the position q; a step that is hit at this part of it,
at q with the velocity v, and the collision there; a collision at rest. *)
Inductive record :=
  | Step (p : problem) (to q : vec)
  | Hit (p : problem) (to : vec) (part : Q) (q v : vec) (j : collision)
  | Jump (j : collision).

(** What a row starts from: the row before. *)
Record state := {
  position : vec; velocity : vec; time : Q; touching : list Z; met : bool }.

(** ### The problem of a step

Its weights and springs: those of the statement; or h = 0 and 1, 1, and no springs
in a collision. *)
Record weights := { how : form; dt : Q; a : Q; g : Q; laws : list (Q * Q) }.
Definition of_step (s : statement) : weights :=
  {| how := scheme s; dt := h s; a := alpha s; g := gamma s; laws := springs s |}.
Definition of_jump : weights :=
  {| how := family; dt := 0; a := 1; g := 1; laws := [] |}.

(** Row i of the symmetric matrix with this upper half; and its quadratic form y'M y. *)
Definition mass (U : list vec) (n i : nat) : vec :=
  vector n (fun j => at_ (row U (Nat.min i j)) (Nat.max i j - Nat.min i j)).
Fixpoint square (U : list vec) (y : vec) : Q :=
  match U, y with
  | u :: U, c :: y =>
      match u with d :: r => d * c * c + 2 * c * dot r y | [] => 0 end + square U y
  | _, _ => 0
  end.

(** x = (1 - alpha) v + alpha v+, so v+ - v = (x - v) / alpha. *)
Definition change (k : weights) (n : nat) (v x : vec) : vec :=
  vector n (fun i => (at_ x i - at_ v i) / a k).
Definition behind (k : weights) (v x : vec) (i : nat) : Q :=
  at_ v i + (at_ x i - at_ v i) / a k.

(** h times the force, coordinate i. *)
Definition force (k : weights) (n : nat) (v : vec) (p : problem) (i : nat) : Q :=
  let d := change k n v (x p) in
  match how k with
  | explicit => dt k * (at_ (k0 p) i + dot (row (F p) i) v)
  | _ => dt k * (
      match how k with
      | family => at_ (k0 p) i + a k * (at_ (k1 p) i - at_ (k0 p) i)
      | _ => at_ (k0 p) i
      end + dot (row (F p) i) (x p) + a k * dot (row (kv p) i) d
      + a k * dt k * (dot (row (kq p) i) v + g k * dot (row (kq p) i) d))
  end.

(** `back` is what a rebound gives each contact besides its `push`: e times what it
was pushed with; 0 elsewhere. *)
Definition pressed (back : Z -> Q) (c : contact) : Q := back (id c) + push c.

Definition impulse (back : Z -> Q) (p : problem) (i : nat) : Q :=
  total (map (fun j => snd j * at_ (fst j) i) (joints p)) +
  total (map (fun l => pull l * at_ (along l) i) (links p)) +
  total (map (fun c => pressed back c * at_ (normal c) i +
                       dot (rub c) (map (fun d => at_ d i) (slips c))) (contacts p)).

(** (C12) alpha times the impulse of a spring by its law; in the limit a spring with
stiffness or damping is rigid. *)
Definition spring_holds (k : weights) (v x : vec) (s : Q * Q) (l : link) : Prop :=
  let '(stiffness, damping) := s in
  let ax := dot (along l) x in let av := dot (along l) v in
  match how k with
  | stiff => (~ stiffness == 0 \/ ~ damping == 0) /\ ax == 0
           \/ stiffness == 0 /\ damping == 0 /\ pull l == 0
  | explicit => pull l == - (dt k) * (stiffness * phi l + damping * av)
  | _ => pull l == - (a k) * dt k *
      (stiffness * (phi l + dt k * ((a k - g k) * av + g k * ax)) + damping * ax)
  end.

(** Coulomb's law as (4.4e), (4.4f) pose it, with the columns d and -d: there are a
slip speed and a splitting of the impulses. *)
Definition rubs (mu normal_impulse : Q) (slip f : vec) : Prop :=
  exists (lambda : Q) (plus minus : vec),
    length plus = length slip /\ length minus = length slip /\
    (forall k, (k < length slip)%nat ->
      at_ f k == at_ plus k - at_ minus k /\
      at_ plus k ⊥ lambda + at_ slip k /\ at_ minus k ⊥ lambda - at_ slip k) /\
    mu * normal_impulse - (total plus + total minus) ⊥ lambda.

Fixpoint friction (l : list (Z * (nat * Q))) (i : Z) : option (nat * Q) :=
  match l with
  | (n, s) :: l => if (i <? n)%Z then Some s else friction l (i - n)
  | [] => None
  end.

Definition contact_holds (s : statement) (back : Z -> Q) (x : vec) (c : contact) :=
  push c ⊥ dot (normal c) x /\
  exists n mu, friction (frictions s) (id c) = Some (n, mu) /\
    length (slips c) = n /\ length (rub c) = n /\
    rubs mu (pressed back c) (map (fun d => dot d x) (slips c)) (rub c).

(** (C1) to (C5), (C12), (C18): M is positive semidefinite, and x and the impulses solve the problem from the velocity v. *)
Definition solved (s : statement) (k : weights) (back : Z -> Q) (v : vec)
    (p : problem) : Prop :=
  length (x p) = nv s /\
  length (M p) = nv s /\ (forall y, 0 <= square (M p) y) /\
  (forall i, (i < nv s)%nat ->
    a k * (dot (mass (M p) (nv s) i) (change k (nv s) v (x p)) - force k (nv s) v p i)
    == impulse back p i) /\
  (forall j, In j (joints p) -> dot (fst j) (x p) == 0) /\
  Forall2 (spring_holds k v (x p)) (laws k) (links p) /\
  (forall c, In c (contacts p) -> contact_holds s back (x p) c).

(** (C7) What is stored of a velocity e: e itself in level R; else the double that e
is when it is cut off toward 0: m 2^k with 53 bits, or with the least k. *)
Definition cut (e t : Q) : Prop :=
  exists m k, t == inject_Z m * 2 ^ k /\ (Z.abs m < 2 ^ 53)%Z /\
    (-1074 <= k <= 971)%Z /\ (k = -1074 \/ 2 ^ 52 <= Z.abs m)%Z /\
    0 <= t * e /\ Qabs t <= Qabs e /\ Qabs e < Qabs t + 2 ^ k.

Definition stored (s : statement) (e : nat -> Q) (to : vec) : Prop :=
  length to = nv s /\ forall i, (i < nv s)%nat ->
    if exact s then at_ to i == e i else cut (e i) (at_ to i).

(** ### From row to row

(C8) The list grows, and has all that touched, unless the gap decides. *)
Fixpoint growing (l : list Z) : Prop :=
  match l with
  | i :: (j :: _) as t => (i < j)%Z /\ growing t
  | _ => True
  end.
Definition ids (p : problem) : list Z := map id (contacts p).
Definition listed (s : statement) (before : list Z) (p : problem) : Prop :=
  growing (ids p) /\ (sharp s = false -> incl before (ids p)).
Definition left_touching (p : problem) : list Z :=
  map id (filter (fun c => Qle_bool (dot (normal c) (x p)) 0) (contacts p)).

(** (C9), (C10) y is from + c J (back v + forth to), but for rounding. *)
Definition unit (n i : nat) : vec := vector n (fun j => if Nat.eqb i j then 1 else 0).
Definition follows (s : statement) (c : Q) (J : nat -> vec) (from : vec)
    (back forth : Q) (v to y : vec) : Prop :=
  length y = length from /\ forall i, (i < length from)%nat ->
    let move := vector (nv s) (fun j => back * at_ v j + forth * at_ to j) in
    let most := vector (nv s) (fun j => Qabs (at_ v j) + Qabs (at_ to j)) in
    Qabs (at_ y i - (at_ from i + c * dot (J i) move)) <=
    if exact s then 0 else
      inject_Z (Z.of_nat (nv s) + 8) * 2 ^ (-50) *
      (Qabs (at_ from i) + c * dot (map Qabs (J i)) most) + 2 ^ (-1000).

Definition placed (s : statement) (st : state) (p : problem) (part : Q) (to q : vec) :=
  let r := 1 - part in
  let forth := part * part * (gamma s * (1 + 2 * r) - r) in
  follows s (h s) (if rates s then row (G p) else unit (nv s)) (position st)
    (part - forth) forth (velocity st) to q.

Definition moving (s : statement) (st : state) (part : Q) (to v : vec) : Prop :=
  let r := 1 - part in
  let forth := part * (6 * r * gamma s + 1 - 3 * r) in
  follows s 1 (unit (nv s)) (vector (nv s) (fun _ => 0))
    (1 - forth) forth (velocity st) to v.

(** (C1) to (C7) of a collision from v; of a rebound (C15), from the velocity that is
not rounded, with the rows of the first phase. *)
Fixpoint given (e : Q) (l : list contact) (i : Z) : Q :=
  match l with
  | c :: l => if (id c =? i)%Z then e * push c else given e l i
  | [] => 0
  end.
Definition again (p : problem) (r : phase) : problem :=
  {| M := M p; F := []; kv := []; kq := []; k0 := []; k1 := []; G := [];
     joints := combine (map fst (joints p)) (joints2 r); links := [];
     contacts := map (fun m => let c := fst m in {| id := id c; normal := normal c;
       slips := slips c; push := fst (snd m); rub := snd (snd m) |})
       (combine (contacts p) (contacts2 r));
     x := x2 r |}.
Definition last_phase (j : collision) : problem :=
  match second j with Some r => again (first j) r | None => first j end.

Definition rebounds (s : statement) (p : problem) : Prop :=
  0 < restitution s /\ exists c, In c (contacts p) /\ 0 < push c.

Definition collided (s : statement) (before : list Z) (v : vec) (j : collision) :=
  let p := first j in
  listed s before p /\ solved s of_jump (fun _ => 0) v p /\
  match second j with
  | Some r => rebounds s p /\
      length (joints2 r) = length (joints p) /\
      length (contacts2 r) = length (contacts p) /\
      solved s of_jump (given (restitution s) (contacts p)) (x p) (again p r)
  | None => ~ rebounds s p
  end /\
  stored s (at_ (x (last_phase j))) (to j).

(** A row holds behind the state st. (C11) It is not behind the end; (C17) what is
collided with was not listed, or did not touch and approaches. *)
Definition holds (s : statement) (st : state) (r : record) : Prop :=
  time st * h s < T s /\
  let step p to := listed s (touching st) p /\
    solved s (of_step s) (fun _ => 0) (velocity st) p /\
    stored s (behind (of_step s) (velocity st) (x p)) to in
  match r with
  | Step p to q => step p to /\ placed s st p 1 to q
  | Hit p to part q v j => hits s = true /\ 0 < part <= 1 /\ step p to /\
      placed s st p part to q /\ moving s st part to v /\
      collided s (left_touching p) v j /\
      exists c, In c (contacts (first j)) /\ ~ In (id c) (ids p)
  | Jump j => jumps s = true /\ met st = false /\
      collided s (touching st) (velocity st) j /\
      exists c, In c (contacts (first j)) /\ ~ In (id c) (touching st) /\
        dot (normal c) (velocity st) < 0
  end.

(** The state behind a row. *)
Definition next (s : statement) (st : state) (r : record) : state :=
  let on d := time st + if uniform s then 1 else d in
  match r with
  | Step p to q => {| position := q; velocity := to; time := on 1;
      touching := left_touching p; met := false |}
  | Hit _ _ part q _ j => {| position := q; velocity := to j; time := on part;
      touching := left_touching (last_phase j); met := true |}
  | Jump j => {| position := position st; velocity := to j; time := on 0;
      touching := left_touching (last_phase j); met := true |}
  end.

Definition start (s : statement) : state := {| position := q0 s; velocity := v0 s;
  time := 0; touching := []; met := false |}.

(** ### The theorem of levels L1 and R

Each row holds behind the state that the row before leaves, from the initial state
of the statement to the end of its time. *)
Fixpoint run (s : statement) (st : state) (rows : list record) : Prop :=
  match rows with
  | r :: rows => holds s st r /\ run s (next s st r) rows
  | [] => T s <= (time st + 2 ^ (-28)) * h s
  end.

Definition proven (s : statement) (rows : list record) : Prop :=
  0 < h s /\ 0 < alpha s <= 1 /\ 0 <= gamma s <= 1 /\ 0 <= restitution s <= 1 /\
  length (v0 s) = nv s /\ run s (start s) rows.
