(** # Level N: the proof

If `check_list` says yes, the listed faces are all solutions (`complete`). *)
Require Import ZArith QArith Qabs List Bool Lia Lqa.
Require Import Proven.statement Proven.check Proven.sums.
Import ListNotations.
Open Scope Q_scope.

Lemma fw_ok p z i : fw p z i == w p z i.
Proof. unfold fw, w. now rewrite plus_ok, fdot_ok. Qed.

Lemma point_ok p f : point_fine p f = true -> amid p f (point f).
Proof.
  unfold point_fine. rewrite andb_true_iff, long_ok, all_ok. intros [L H].
  split; [split; trivial |]; intros i I.
  - specialize (H i I). destruct (Nat.ltb i (free p)).
    + now rewrite zero_ok, fw_ok in H.
    + destruct (named p f i); rewrite andb_true_iff in H;
        rewrite ?less_ok, !zero_ok, ?fw_ok in H; destruct H; split; trivial; lra.
  - assert (L' : Nat.ltb i (free p) = false) by (apply Nat.ltb_ge; lia).
    specialize (H i (proj2 I)). rewrite L' in H.
    destruct (named p f i); rewrite andb_true_iff in H;
      rewrite ?less_ok, ?zero_ok, ?fw_ok in H; tauto.
Qed.

(** (N4) y'w + p'z = y'b with p = -A'y, whatever z is. *)
Lemma factors p y z : length (A p) = size p -> length z = size p ->
  sum (size p) (fun i => at_ y i * w p z i + - at_ (transposed (A p) y) i * at_ z i)
  == dot y (b p).
Proof.
  intros LA Lz. rewrite <- sum_add.
  rewrite (sum_eq _ (fun i => at_ y i * w p z i)
    (fun i => at_ y i * dot (row (A p) i) z + at_ y i * at_ (b p) i))
    by (intros; unfold w; ring).
  rewrite <- sum_add. rewrite <- LA at 1. rewrite transposed_ok.
  rewrite (dot_sum (b p)). change (length (b p)) with (size p).
  rewrite (dot_sum z), Lz.
  set (s := sum (size p) (fun i => at_ y i * at_ (b p) i)).
  setoid_replace (sum (size p) (fun i => at_ (transposed (A p) y) i * at_ z i) + s +
    sum (size p) (fun i => - at_ (transposed (A p) y) i * at_ z i)) with
    (s + (sum (size p) (fun i => at_ (transposed (A p) y) i * at_ z i) +
     sum (size p) (fun i => - at_ (transposed (A p) y) i * at_ z i))) by ring.
  rewrite sum_add, (sum_zero _ (fun i => _ + _)); [ring |]. intros. ring.
Qed.

(** z obeys what is decided on the path. *)
Definition held (p : lcp) (path : list (nat * bool)) (z : vec) : Prop :=
  forall i, (free p <= i < size p)%nat ->
    (on path (i - free p) true = true -> at_ z i == 0) /\
    (on path (i - free p) false = true -> w p z i == 0).

Lemma positive_product a c : 0 < a -> a * c == 0 -> c == 0.
Proof. intros P E. apply Qmult_integral in E. destruct E as [E | E]; [lra | trivial]. Qed.

Lemma leaf_ok p faces path f y z :
  length (A p) = size p -> leaf p faces path f y = true -> solves p z ->
  held p path z -> exists g, In g faces /\ in_face p g z.
Proof.
  intros LA H [Lz S] P. unfold leaf in H.
  apply andb_prop in H. destruct H as [H Hi]. apply andb_prop in H.
  destruct H as [_ He]. rewrite all_ok in Hi.
  assert (E := factors p y z LA Lz).
  set (back := transposed (A p) y) in *.
  (* both parts of each term are not negative *)
  assert (N : forall i, (i < size p)%nat ->
    0 <= at_ y i * w p z i /\ 0 <= - at_ back i * at_ z i).
  { intros i I. specialize (Hi i I). specialize (S i I).
    destruct (Nat.ltb i (free p)) eqn:Fr.
    - apply zero_ok in Hi. rewrite S, Hi. split; lra.
    - apply Nat.ltb_ge in Fr. destruct (P i (conj Fr I)) as [Pz Pw].
      destruct S as (Sw & Sz & _). apply andb_prop in Hi. destruct Hi as [Hi _].
      apply andb_prop in Hi. destruct Hi as [Hz Hw].
      apply orb_prop in Hz. apply orb_prop in Hw. split.
      + destruct Hw as [Hw | Hw].
        * rewrite (Pw Hw). lra.
        * apply Qle_bool_iff in Hw. now apply Qmult_le_0_compat.
      + destruct Hz as [Hz | Hz].
        * rewrite (Pz Hz). lra.
        * apply Qle_bool_iff in Hz. now apply Qmult_le_0_compat. }
  destruct f as [f |].
  2: { (* empty: a sum that is not negative would be negative *)
    apply less_ok in He. rewrite fdot_ok, <- E in He.
    exfalso. apply (Qlt_not_le _ _ He), sum_not_negative.
    intros i I. destruct (N i I). lra. }
  apply andb_prop in He. destruct He as [He Fi]. apply Nat.ltb_lt in Fi.
  apply zero_ok in He. rewrite fdot_ok, <- E in He.
  assert (V : forall i, (i < size p)%nat ->
    at_ y i * w p z i == 0 /\ - at_ back i * at_ z i == 0).
  { intros i I. destruct (N i I).
    assert (at_ y i * w p z i + - at_ back i * at_ z i == 0).
    { apply (sum_vanishes (size p) (fun i => at_ y i * w p z i +
        - at_ back i * at_ z i)); trivial. intros j J. destruct (N j J). lra. }
    split; lra. }
  destruct (nth_error faces f) as [g |] eqn:Fg.
  - exists g. split; [eapply nth_error_In; eassumption |]. split; trivial.
    intros i I. specialize (Hi i I). specialize (S i I). destruct (V i I) as [Vw Vz].
    destruct (Nat.ltb i (free p)) eqn:Fr; trivial.
    apply Nat.ltb_ge in Fr. destruct (P i (conj Fr I)) as [Pz Pw].
    destruct S as (Sw & Sz & _). apply andb_prop in Hi. destruct Hi as [_ Hi].
    apply andb_prop in Hi. destruct Hi as [Hz Hw].
    assert (Z0 : named p g i <> Z_ -> at_ z i == 0).
    { intro D. destruct (named p g i); try congruence;
        apply orb_prop in Hz; (destruct Hz as [Hz | Hz]; [now apply Pz |]);
        apply less_ok in Hz; now apply (positive_product (- at_ back i)). }
    assert (W0 : named p g i <> W -> w p z i == 0).
    { intro D. destruct (named p g i); try congruence;
        apply orb_prop in Hw; (destruct Hw as [Hw | Hw]; [now apply Pw |]);
        apply less_ok in Hw; now apply (positive_product (at_ y i)). }
    destruct (named p g i); split; trivial; try (apply Z0; congruence);
      apply W0; congruence.
  - apply nth_error_None in Fg. lia.
Qed.

(** (N3) The product of a pair is 0, so one of the branches goes on. *)
Lemma tree_ok p faces t : length (A p) = size p -> forall path z,
  check_tree p faces path t = true -> solves p z -> held p path z ->
  exists g, In g faces /\ in_face p g z.
Proof.
  intro LA. induction t as [i t1 IH1 t2 IH2 | y | f y]; intros path z H S P; simpl in H.
  - apply andb_prop in H. destruct H as [H H2]. apply andb_prop in H.
    destruct H as [H H1]. apply andb_prop in H. destruct H as [I _].
    apply Nat.ltb_lt in I.
    assert (D : w p z (free p + i) == 0 \/ at_ z (free p + i) == 0).
    { destruct S as [_ S]. specialize (S _ I).
      replace (Nat.ltb (free p + i) (free p)) with false in S
        by (symmetry; apply Nat.ltb_ge; lia).
      destruct S as (_ & _ & S). now apply Qmult_integral. }
    assert (U : forall j d, (free p <= j)%nat ->
      on ((i, d) :: path) (j - free p) d = true ->
      j = (free p + i)%nat \/ on path (j - free p) d = true).
    { intros j d J E. unfold on in E. simpl in E. apply orb_prop in E.
      destruct E as [E | E]; [left | now right].
      apply andb_prop in E. destruct E as [E _]. apply Nat.eqb_eq in E. lia. }
    assert (O : forall j d, on ((i, d) :: path) j (negb d) = on path j (negb d)).
    { intros j d. unfold on. simpl. destruct d; simpl; now rewrite andb_false_r. }
    destruct D as [D | D].
    + apply (IH2 ((i, false) :: path) z H2 S). intros j J.
      destruct (P j J) as [Pz Pw]. split; intro E.
      * rewrite (O _ false) in E. now apply Pz.
      * destruct (U j false (proj1 J) E) as [-> | E']; trivial. now apply Pw.
    + apply (IH1 ((i, true) :: path) z H1 S). intros j J.
      destruct (P j J) as [Pz Pw]. split; intro E.
      * destruct (U j true (proj1 J) E) as [-> | E']; trivial. now apply Pz.
      * rewrite (O _ true) in E. now apply Pw.
  - now apply (leaf_ok p faces path None y).
  - now apply (leaf_ok p faces path (Some f) y).
Qed.

Lemma face_solves p f z : in_face p f z -> solves p z.
Proof.
  intros [L H]. split; trivial. intros i I. specialize (H i I).
  destruct (Nat.ltb i (free p)); trivial. unfold perp.
  destruct (named p f i); destruct H as [Hw Hz];
    rewrite ?Hw, ?Hz; repeat split; try assumption; try lra.
Qed.

(** (N2) *)
Lemma covers_ok p f g :
  amid p f (point f) -> in_face p g (point f) -> covers p g f = true.
Proof.
  intros [[_ H0] H1] [_ H2]. apply all_ok. intros i I.
  specialize (H0 i I). specialize (H2 i I).
  destruct (Nat.ltb i (free p)) eqn:Fr; trivial. apply Nat.ltb_ge in Fr.
  specialize (H1 i (conj Fr I)).
  destruct (named p f i), (named p g i); trivial; lra.
Qed.

Lemma apart_ok p faces : (forall f, In f faces -> amid p f (point f)) ->
  apart p faces = true ->
  ForallOrdPairs (fun f g => ~ in_face p g (point f) /\ ~ in_face p f (point g)) faces.
Proof.
  induction faces as [| f l IH]; intros Pt H; [constructor |].
  simpl in H. apply andb_prop in H. destruct H as [H Hl].
  constructor; [| now apply IH; [intros; apply Pt; right |]].
  apply Forall_forall. intros g I. rewrite forallb_forall in H. specialize (H g I).
  apply negb_true_iff, orb_false_iff in H. destruct H as [H1 H2]. split; intro In_.
  - rewrite (covers_ok p f g) in H2; [discriminate | apply Pt; now left | trivial].
  - rewrite (covers_ok p g f) in H1; [discriminate | apply Pt; now right | trivial].
Qed.

Theorem list_complete p faces t :
  check_list p faces t = true -> complete p faces.
Proof.
  unfold check_list. rewrite !andb_true_iff, long_ok, forallb_forall.
  intros ((((LA & _) & Ap) & Pt) & Tr).
  assert (Am : forall f, In f faces -> amid p f (point f))
    by (intros; now apply point_ok, Pt).
  split; [intro z; split | split; trivial].
  - intro S. apply (tree_ok p faces t LA [] z Tr S).
    intros i _. split; intro E; discriminate E.
  - intros (f & _ & H). now apply (face_solves p f).
  - now apply apart_ok.
Qed.
