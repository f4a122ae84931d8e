(** # Levels L1 and R: the proof

If `check_run` says yes, each row holds behind the row before (`proven`). *)
Require Import ZArith QArith Qabs List Bool Lia Lqa.
Require Import Proven.statement Proven.check Proven.sums.
Import ListNotations.
Open Scope Q_scope.

Lemma force_ok k n v p i : fforce k v (change k n v (x p)) p i == force k n v p i.
Proof.
  unfold fforce, force. destruct (how k);
    rewrite ?plus_ok, ?fdot_ok; try reflexivity; ring.
Qed.

Lemma impulse_ok back p i : fimpulse back p i == impulse back p i.
Proof.
  unfold fimpulse, impulse. rewrite !plus_ok, !ftotal_ok.
  rewrite (total_eq (fun c => plus _ _) (fun c => pressed back c * at_ (normal c) i +
    dot (rub c) (map (fun d => at_ d i) (slips c)))); [reflexivity |].
  intro c. now rewrite plus_ok, fdot_ok.
Qed.

Lemma spring_ok k v x s l : spring_check k v x (s, l) = true -> spring_holds k v x s l.
Proof.
  unfold spring_check, spring_holds. destruct s as [stiffness damping].
  destruct (how k); intro H.
  4: { destruct (zero stiffness) eqn:Es; simpl in H; [destruct (zero damping) eqn:Ed |];
         apply zero_ok in H; rewrite ?fdot_ok in H.
       - right. apply zero_ok in Es. apply zero_ok in Ed. tauto.
       - left. split; trivial. right. intro E. apply zero_ok in E. congruence.
       - left. split; trivial. left. intro E. apply zero_ok in E. congruence. }
  all: apply Qeq_bool_iff in H; rewrite H, ?plus_ok, ?fdot_ok; ring.
Qed.

(** (C5) With f = plus - minus, one of them 0, and the largest |d'x| for lambda. *)
Lemma largest_ok slip :
  0 <= largest slip /\ forall k, (k < length slip)%nat -> Qabs (at_ slip k) <= largest slip.
Proof.
  induction slip as [| y l [IH0 IH]]; simpl; [split; [lra | intros; lia] |].
  destruct (Qle_bool (largest l) (Qabs y)) eqn:E.
  - apply Qle_bool_iff in E. split; [apply Qabs_nonneg |].
    intros [| k] I; [unfold at_; simpl; lra |].
    apply Qle_trans with (largest l); trivial. apply (IH k). lia.
  - split; trivial. intros [| k] I; [| apply (IH k); lia].
    unfold at_. simpl. apply Qlt_le_weak, Qnot_le_lt. intro L.
    apply Qle_bool_iff in L. congruence.
Qed.

Definition up (y : Q) : Q := if Qle_bool 0 y then y else 0.
Definition down (y : Q) : Q := if Qle_bool 0 y then 0 else - y.

Lemma up_down y : 0 <= up y /\ 0 <= down y /\ y == up y - down y /\
  Qabs y == up y + down y /\ up y * down y == 0.
Proof.
  unfold up, down. destruct (Qle_bool 0 y) eqn:E.
  - apply Qle_bool_iff in E. rewrite (Qabs_pos y E). repeat split; lra.
  - assert (y < 0).
    { apply Qnot_le_lt. intro L. apply Qle_bool_iff in L. congruence. }
    rewrite (Qabs_neg y) by lra. repeat split; lra.
Qed.

Lemma at_map f x i : f 0 = 0 -> at_ (map f x) i = f (at_ x i).
Proof. intro E. unfold at_. rewrite <- E at 1. apply map_nth. Qed.

Lemma total_split f :
  total (map Qabs f) == total (map up f) + total (map down f).
Proof.
  induction f as [| y f IH]; simpl; [ring |].
  destruct (up_down y) as (_ & _ & _ & E & _). rewrite IH, E. ring.
Qed.

Lemma rub_ok mu c slip f : length f = length slip ->
  rub_check mu c slip f = true -> rubs mu c slip f.
Proof.
  intros L H. unfold rub_check in H.
  apply andb_prop in H. destruct H as [H Hk]. apply andb_prop in H.
  destruct H as [Hz H0]. apply Qle_bool_iff in Hz. apply zero_ok in H0.
  rewrite plus_ok, ftotal_ok, total_split in Hz, H0. rewrite all_ok in Hk.
  destruct (largest_ok slip) as [Lp Ll].
  exists (largest slip), (map up f), (map down f).
  split; [| split; [| split]]; rewrite ?map_length; trivial.
  - intros k I. specialize (Hk k I). specialize (Ll k I).
    apply zero_ok in Hk. rewrite plus_ok in Hk.
    rewrite !at_map by reflexivity.
    destruct (up_down (at_ f k)) as (U & D & E & EA & P).
    rewrite EA in Hk. apply Qabs_Qle_condition in Ll.
    set (u := up (at_ f k)) in *. set (d := down (at_ f k)) in *.
    set (y := at_ slip k) in *. set (la := largest slip) in *.
    assert (A1 : 0 <= u * (la + y)) by (apply Qmult_le_0_compat; lra).
    assert (A2 : 0 <= d * (la - y)) by (apply Qmult_le_0_compat; lra).
    assert (A3 : u * (la + y) + d * (la - y) == 0).
    { rewrite <- Hk, E. ring. }
    repeat split; trivial; lra.
  - repeat split; trivial; lra.
Qed.

Lemma contact_ok s back x c : contact_check s back x c = true -> contact_holds s back x c.
Proof.
  unfold contact_check, contact_holds. intro H. apply andb_prop in H.
  destruct H as [Hp Hf]. apply perp_ok in Hp. split.
  - unfold perp in *. now rewrite fdot_ok in Hp.
  - destruct (friction (frictions s) (id c)) as [[n mu] |]; [| discriminate].
    apply andb_prop in Hf. destruct Hf as [Hf Hr]. apply andb_prop in Hf.
    rewrite !long_ok in Hf. destruct Hf as [Ls Lr].
    exists n, mu. split; [trivial |]. split; [trivial |]. split; [trivial |].
    apply rub_ok in Hr; [| rewrite map_length; congruence].
    destruct Hr as (la & u & d & Lu & Ld & Hk & Hm).
    rewrite map_length in *. exists la, u, d. rewrite map_length.
    split; [trivial |]. split; [trivial |]. split; [| trivial]. intros k I. specialize (Hk k I).
    assert (E : at_ (map (fun d => fdot d x) (slips c)) k ==
                at_ (map (fun d => dot d x) (slips c)) k).
    { unfold at_. clear - I. revert k I. induction (slips c) as [| r l IH];
        intros [| i] I; simpl in *; try lia; [apply fdot_ok | apply IH; lia]. }
    unfold perp in *. rewrite E in Hk. exact Hk.
Qed.

(** (C18) *)
Lemma form_without U : forall r d y, ~ d == 0 -> (length r <= length U)%nat ->
  square (without U r d) y == square U y - dot r y * dot r y / d.
Proof.
  induction U as [| u U IH]; intros [| c r] d [| y0 y] D L; simpl in L; try lia;
    try (simpl; field; assumption).
  cbn [without square]. rewrite IH by (trivial; lia).
  destruct (zero c) eqn:Ec.
  - apply zero_ok in Ec. cbn [dot]. rewrite Ec. field. assumption.
  - destruct u as [| d0 u]; cbn [vadd map dot];
      rewrite ?plus_ok, ?dot_vadd, ?dot_scaled, !Qred_correct; field; assumption.
Qed.

Lemma zeros r y : forallb zero r = true -> dot r y == 0.
Proof.
  revert y. induction r as [| c r IH]; intros [| y0 y] H; simpl in *; try reflexivity.
  apply andb_prop in H. destruct H as [Hc H]. apply zero_ok in Hc.
  rewrite Hc, IH; trivial. ring.
Qed.

Lemma squares_ok n : forall U y, squares n U = true -> 0 <= square U y.
Proof.
  induction n as [| n IH]; intros [| [| d r] U] [| c y] H; simpl in H; try discriminate;
    try (simpl; lra).
  apply andb_prop in H. destruct H as [L H]. apply Nat.leb_le in L.
  destruct (zero d) eqn:Ed; apply andb_prop in H; destruct H as [Hd H].
  - apply zero_ok in Ed. specialize (IH U y H). cbn [square].
    rewrite Ed, (zeros r y Hd). lra.
  - apply less_ok in Hd. specialize (IH _ y H).
    rewrite form_without in IH by (trivial; lra). cbn [square].
    setoid_replace (d * c * c + 2 * c * dot r y + square U y) with
      (d * ((c + dot r y / d) * (c + dot r y / d)) +
       (square U y - dot r y * dot r y / d)) by (field; lra).
    assert (0 <= d * ((c + dot r y / d) * (c + dot r y / d))); [| lra].
    apply Qmult_le_0_compat; [lra |].
    generalize (c + dot r y / d). intro e. destruct (Qlt_le_dec e 0).
    + setoid_replace (e * e) with (- e * - e) by ring. apply Qmult_le_0_compat; lra.
    + now apply Qmult_le_0_compat.
Qed.

Lemma solved_ok s k back v p : solved_check s k back v p = true -> solved s k back v p.
Proof.
  unfold solved_check, solved. rewrite !andb_true_iff, !long_ok, all_ok, !forallb_forall.
  intros (((((((Lx & LM) & Hq) & Hm) & Hj) & Ll) & Hs) & Hc). split; [trivial |].
  split; [trivial |]. split; [intro y; now apply (squares_ok (nv s)) |].
  split; [| split; [| split]].
  - intros i I. specialize (Hm i I). apply Qeq_bool_iff in Hm.
    rewrite plus_ok, fdot_ok, force_ok, impulse_ok in Hm. exact Hm.
  - intros j I. specialize (Hj j I). apply zero_ok in Hj. now rewrite fdot_ok in Hj.
  - clear - Ll Hs. revert Ll Hs. generalize (links p). induction (laws k) as [| s0 l IH];
      intros [| l0 m] L H; try discriminate; constructor.
    + apply spring_ok, H. now left.
    + apply IH; [now injection L | intros; apply H; now right].
  - intros c I. now apply contact_ok, Hc.
Qed.

Lemma cut_ok e t : cut_check e t = true -> cut e t.
Proof.
  unfold cut_check, cut. rewrite !andb_true_iff, !Qle_bool_iff, less_ok,
    orb_true_iff, Qeq_bool_iff, Z.ltb_lt, !Z.leb_le, Z.eqb_eq.
  set (k := if zero t then _ else _). set (m := Qnum _). intros. exists m, k.
  assert (-1074 <= k)%Z by (unfold k; destruct (zero t); lia). intuition.
Qed.

Lemma stored_ok s e to : stored_check s e to = true -> stored s e to.
Proof.
  unfold stored_check, stored. rewrite andb_true_iff, long_ok, all_ok.
  intros [L H]. split; trivial. intros i I. specialize (H i I).
  destruct (exact s); [now apply Qeq_bool_iff | now apply cut_ok].
Qed.

Lemma growing_ok l : growing_check l = true -> growing l.
Proof.
  induction l as [| i [| j l] IH]; simpl; trivial. intro H.
  apply andb_prop in H. destruct H as [H1 H2]. split; [now apply Z.ltb_lt | now apply IH].
Qed.

Lemma listed_ok s before p : listed_check s before p = true -> listed s before p.
Proof.
  unfold listed_check, listed. intro H. apply andb_prop in H. destruct H as [Hg H].
  split; [now apply growing_ok |]. intro E. rewrite E in H. simpl in H.
  rewrite forallb_forall in H. intros i I. now apply mem_ok, H.
Qed.

Lemma follows_ok s c J from back forth v to y :
  follows_check s c J from back forth v to y = true ->
  follows s c J from back forth v to y.
Proof.
  unfold follows_check, follows. rewrite andb_true_iff, long_ok, all_ok.
  intros [L H]. split; trivial. intros i I. specialize (H i I).
  apply Qle_bool_iff in H. rewrite !plus_ok, fdot_ok in H.
  destruct (exact s); [exact H |]. now rewrite fdot_ok in H.
Qed.

Lemma left_ok p : fleft p = left_touching p.
Proof.
  unfold fleft, left_touching. f_equal. apply filter_ext. intro c.
  now rewrite fdot_ok.
Qed.

Lemma next_ok s st r : fnext s st r = next s st r.
Proof. destruct r; simpl; now rewrite left_ok. Qed.

Lemma rebounds_ok s p : rebounds_check s p = true <-> rebounds s p.
Proof.
  unfold rebounds_check, rebounds. rewrite andb_true_iff, less_ok, existsb_exists.
  split; intros [H (c & I & Hc)]; (split; [trivial |]); exists c;
    (split; [trivial |]); now apply less_ok.
Qed.

Lemma collided_ok s before v j : collided_check s before v j = true -> collided s before v j.
Proof.
  unfold collided_check, collided. rewrite !andb_true_iff.
  intros (((Hl & Hs) & Hr) & Ht). split; [now apply listed_ok |].
  split; [now apply solved_ok |]. split; [| now apply stored_ok].
  destruct (second j) as [r |].
  - rewrite !andb_true_iff, !long_ok in Hr. destruct Hr as (((Hr & L1) & L2) & Hp).
    split; [now apply rebounds_ok |]. split; trivial. split; trivial. now apply solved_ok.
  - intro R. apply rebounds_ok in R. rewrite R in Hr. discriminate.
Qed.

Lemma row_ok s st r : row_check s st r = true -> holds s st r.
Proof.
  unfold row_check, holds. rewrite andb_true_iff, less_ok. intros [Ht H].
  split; trivial. destruct r as [p to q | p to part q v j | j];
    rewrite !andb_true_iff in H.
  - destruct H as (((H1 & H2) & H3) & H4).
    split; [| now apply follows_ok].
    split; [now apply listed_ok |]. split; [now apply solved_ok | now apply stored_ok].
  - destruct H as (((((((H0 & H1) & H2) & ((H3 & H4) & H5)) & H6) & H7) & H8) & H9).
    rewrite left_ok in H8. apply less_ok in H1. apply Qle_bool_iff in H2.
    split; [trivial |]. split; [now split |].
    split; [split; [now apply listed_ok |];
            split; [now apply solved_ok | now apply stored_ok] |].
    split; [now apply follows_ok |]. split; [now apply follows_ok |].
    split; [now apply collided_ok |].
    apply existsb_exists in H9. destruct H9 as (c & I & N).
    exists c. split; trivial. now apply not_mem.
  - destruct H as (((H0 & H1) & H2) & H3).
    split; [trivial |]. split; [now apply negb_true_iff |].
    split; [now apply collided_ok |].
    apply existsb_exists in H3. destruct H3 as (c & I & N).
    apply andb_prop in N. destruct N as [N V].
    exists c. split; [trivial |]. split; [now apply not_mem |].
    apply less_ok in V. now rewrite fdot_ok in V.
Qed.

Lemma run_ok s rows : forall st, run_check s st rows = true -> run s st rows.
Proof.
  induction rows as [| r rows IH]; intros st H; simpl in *.
  - now apply Qle_bool_iff.
  - apply andb_prop in H. destruct H as [H1 H2]. rewrite next_ok in H2.
    split; [now apply row_ok | now apply IH].
Qed.

Theorem run_proven s rows : check_run s rows = true -> proven s rows.
Proof.
  unfold check_run, head_check, proven.
  rewrite !andb_true_iff, !less_ok, !Qle_bool_iff, long_ok.
  intros ((((((((Hh & Ha) & Ha1) & Hg) & Hg1) & He) & He1) & Lv) & H).
  apply run_ok in H. tauto.
Qed.
