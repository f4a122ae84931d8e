(** # What the program computes with

Sums with shortcuts are sums; and what the proofs need of sums by index. *)
Require Import ZArith QArith Qabs List Bool Lia Lqa Setoid Morphisms.
Require Import Proven.statement Proven.check.
Import ListNotations.
Open Scope Q_scope.

(** ## What the program computes with *)
Lemma zero_ok x : zero x = true <-> x == 0.
Proof.
  unfold zero. rewrite Z.eqb_eq. destruct x as [n d]. unfold Qeq. simpl. lia.
Qed.

Lemma plus_ok x y : plus x y == x + y.
Proof.
  unfold plus. destruct (Z.eqb_spec (Qnum x) 0) as [Hx | _].
  - apply Z.eqb_eq in Hx. apply zero_ok in Hx. rewrite Hx. ring.
  - destruct (Z.eqb_spec (Qnum y) 0) as [Hy | _].
    + apply Z.eqb_eq in Hy. apply zero_ok in Hy. rewrite Hy. ring.
    + destruct (Pos.eqb_spec (Qden x) (Qden y)) as [E | _].
      * destruct x as [n d], y as [m e]. simpl in *. subst e.
        unfold Qeq, Qplus. simpl. lia.
      * apply Qred_correct.
Qed.

Lemma less_ok x y : less x y = true <-> x < y.
Proof.
  unfold less. rewrite negb_true_iff. split; intro H.
  - apply Qnot_le_lt. intro L. apply Qle_bool_iff in L. congruence.
  - destruct (Qle_bool y x) eqn:E; trivial. apply Qle_bool_iff in E.
    exfalso. apply (Qlt_not_le _ _ H E).
Qed.

Lemma perp_ok a b : perpb a b = true -> a ⊥ b.
Proof.
  unfold perpb, perp. rewrite !andb_true_iff, !Qle_bool_iff, zero_ok. tauto.
Qed.

Lemma fdot_ok a x : fdot a x == dot a x.
Proof.
  revert x. induction a as [| c a IH]; intros [| y x]; simpl; try reflexivity.
  destruct (zero c) eqn:E.
  - apply zero_ok in E. rewrite E, IH. ring.
  - rewrite plus_ok, IH. reflexivity.
Qed.

Lemma ftotal_ok x : ftotal x == total x.
Proof.
  induction x as [| y x IH]; simpl; [reflexivity |].
  now rewrite plus_ok, IH.
Qed.

Lemma total_eq {X} (f g : X -> Q) l :
  (forall i, f i == g i) -> total (map f l) == total (map g l).
Proof. intro E. induction l; simpl; [reflexivity |]. now rewrite E, IHl. Qed.

Lemma all_ok n f : all n f = true <-> forall i, (i < n)%nat -> f i = true.
Proof.
  unfold all. rewrite forallb_forall. split; intros H i L; apply H.
  - apply in_seq. lia.
  - apply in_seq in L. lia.
Qed.

Lemma long_ok {X} (l : list X) n : long l n = true <-> length l = n.
Proof. apply Nat.eqb_eq. Qed.

Lemma mem_ok i l : mem i l = true <-> In i l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (j & I & E). apply Z.eqb_eq in E. now subst.
  - intro I. exists i. split; trivial. apply Z.eqb_refl.
Qed.

Lemma not_mem i l : negb (mem i l) = true <-> ~ In i l.
Proof.
  rewrite negb_true_iff. destruct (mem i l) eqn:E.
  - apply mem_ok in E. split; [discriminate | tauto].
  - split; trivial. intros _ I. apply mem_ok in I. congruence.
Qed.

(** ## Sums by index *)
Fixpoint sum (n : nat) (f : nat -> Q) : Q :=
  match n with O => 0 | S n => f O + sum n (fun i => f (S i)) end.

Lemma sum_eq n f g :
  (forall i, (i < n)%nat -> f i == g i) -> sum n f == sum n g.
Proof.
  revert f g. induction n as [| n IH]; intros f g H; simpl; [reflexivity |].
  rewrite (H O), (IH _ (fun i => g (S i))); [reflexivity | | lia].
  intros. apply H. lia.
Qed.

Lemma sum_add n f g : sum n f + sum n g == sum n (fun i => f i + g i).
Proof.
  revert f g. induction n as [| n IH]; intros; simpl; [ring |].
  rewrite <- IH. ring.
Qed.

Lemma at_nil i : at_ [] i = 0.
Proof. unfold at_. destruct i; reflexivity. Qed.

Lemma sum_zero n f : (forall i, (i < n)%nat -> f i == 0) -> sum n f == 0.
Proof.
  revert f. induction n as [| n IH]; intros f H; simpl; [reflexivity |].
  rewrite (H O), IH; [ring | intros; apply H; lia | lia].
Qed.

Lemma dot_sum x : forall a, dot a x == sum (length x) (fun i => at_ a i * at_ x i).
Proof.
  induction x as [| y x IH]; intros [| c a]; try reflexivity.
  - symmetry. apply sum_zero. intros i _. rewrite at_nil. ring.
  - change (c * y + dot a x ==
      c * y + sum (length x) (fun i => at_ a i * at_ x i)). now rewrite IH.
Qed.

Lemma dot_vadd a : forall c x, dot (vadd a c) x == dot a x + dot c x.
Proof.
  induction a as [| a0 a IH]; intros [| c0 c] [| y x]; simpl; try ring.
  rewrite plus_ok, IH. ring.
Qed.

Lemma dot_scaled k a : forall x, dot (map (Qmult k) a) x == k * dot a x.
Proof.
  induction a as [| c a IH]; intros [| y x]; simpl; try ring.
  rewrite IH. ring.
Qed.

(** y' (A z) = (A' y)' z. *)
Lemma transposed_ok A : forall y z,
  sum (length A) (fun i => at_ y i * dot (row A i) z) == dot (transposed A y) z.
Proof.
  induction A as [| r A IH]; intros [| c y] z; try reflexivity.
  - apply sum_zero. intros i _. rewrite at_nil. ring.
  - change (c * dot r z + sum (length A) (fun i => at_ y i * dot (row A i) z) ==
      dot (transposed (r :: A) (c :: y)) z).
    rewrite IH. simpl. destruct (zero c) eqn:E.
    + apply zero_ok in E. rewrite E. ring.
    + rewrite dot_vadd, dot_scaled. reflexivity.
Qed.

Lemma sum_not_negative n f :
  (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof.
  revert f. induction n as [| n IH]; intros f H; simpl; [lra |].
  assert (0 <= f O) by (apply H; lia).
  assert (0 <= sum n (fun i => f (S i))) by (apply IH; intros; apply H; lia). lra.
Qed.

Lemma sum_vanishes n f : (forall i, (i < n)%nat -> 0 <= f i) -> sum n f == 0 ->
  forall i, (i < n)%nat -> f i == 0.
Proof.
  revert f. induction n as [| n IH]; intros f H E i L; [lia |].
  simpl in E. assert (0 <= f O) by (apply H; lia).
  assert (0 <= sum n (fun i => f (S i)))
    by (apply sum_not_negative; intros; apply H; lia).
  destruct i as [| i]; [lra |].
  apply (IH (fun i => f (S i))); [intros; apply H; lia | lra | lia].
Qed.
