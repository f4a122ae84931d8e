(* What reads records for the program that Coq made: one request a line, words as
   `read.py` writes them, and one answer a line: "yes" or "no". Nothing is decided
   here; a word that does not fit ends the program with code 70. *)
module Whole = Z
open Checker

let words = ref []

let word () =
  match !words with
  | w :: rest -> words := rest; w
  | [] -> failwith "a record ends too early"

let whole () = Whole.of_string_base 16 (word ())
let count () = int_of_string (word ())
let rec peano n = if n = 0 then O else S (peano (n - 1))
let nat () = peano (count ())
let bool () = count () = 1

(* A fraction p/q; q is positive, or Coq's type is not what it says. *)
let over p q = if Whole.sign q <= 0 then failwith "a denominator" else {qnum = p; qden = q}
let ratio () = let p = whole () in over p (whole ())

let list read =
  let rec more n = if n = 0 then [] else let x = read () in x :: more (n - 1) in
  more (count ())

(* Numerators over one denominator. *)
let vec () = let q = whole () in list (fun () -> over (whole ()) q)

(* The same of a matrix, which is cut into rows; the number of rows, then of each its
   length, and its numbers. *)
let rows () = let q = whole () in
  list (fun () -> list (fun () -> over (whole ()) q))

let pair a b = let x = a () in (x, b ())

let contact n d z =
  let id = whole () in
  let normal = n () in let slips = d () in let push = z () in
  {id; normal; slips; push; rub = list z}

let problem () =
  let m = rows () in let f = rows () in let kv = rows () in let kq = rows () in
  let k0 = vec () in let k1 = vec () in let g = rows () in
  let phi = vec () in let nu = rows () in let a = rows () in
  let contacts = list (fun () ->
    contact vec rows ratio) in
  let joints = vec () in let pulls = vec () in let x = vec () in
  let links = List.map2 (fun (phi, along) pull -> {phi; along; pull})
    (List.combine phi a) pulls in
  {m; f; kv; kq; k0; k1; g; joints = List.combine nu joints; links; contacts; x}

let phase () =
  let x2 = vec () in let joints2 = vec () in
  {x2; joints2; contacts2 = list (fun () -> pair ratio vec)}

let collision () =
  let first = problem () in
  let second = if bool () then Some (phase ()) else None in
  {first; second; to0 = vec ()}

let record () =
  match word () with
  | "step" -> let p = problem () in let v = vec () in Step (p, v, vec ())
  | "hit" ->
      let p = problem () in let to_ = vec () in let part = ratio () in
      let q = vec () in let v = vec () in Hit (p, to_, part, q, v, collision ())
  | "jump" -> Jump (collision ())
  | w -> failwith ("no record: " ^ w)

let statement () =
  let scheme = match word () with
    | "alpha-gamma" -> Family | "linear-implicit" -> Linear
    | "semi-implicit" -> Explicit | "stiff-limit" -> Stiff
    | w -> failwith ("no scheme: " ^ w) in
  let h = ratio () in let alpha = ratio () in let gamma = ratio () in
  let restitution = ratio () in let t = ratio () in
  let exact = bool () in let sharp = bool () in let uniform = bool () in
  let jumps = bool () in let hits = bool () in let rates = bool () in
  let nv = nat () in let springs = list (fun () -> pair ratio ratio) in
  let frictions = list (fun () -> pair whole (fun () -> pair nat ratio)) in
  let q0 = vec () in let v0 = vec () in
  {scheme; h; alpha; gamma; restitution; t; exact; sharp; uniform; jumps; hits;
   rates; nv; springs; frictions; q0; v0}

let lcp () =
  let free = nat () in let a = rows () in {free; a; b = vec ()}

let face () =
  let letters = list (fun () -> match word () with
    | "w" -> W | "z" -> Z_ | "0" -> O_ | w -> failwith ("no letter: " ^ w)) in
  {letters; point = vec ()}

let rec tree () =
  match word () with
  | "branch" -> let i = nat () in let z = tree () in Branch (i, z, tree ())
  | "empty" -> Empty (vec ())
  | "inside" -> let f = nat () in Inside (f, vec ())
  | w -> failwith ("no tree: " ^ w)

let answer () =
  match word () with
  | "run" -> let s = statement () in check_run s (list record)
  | "lists" -> List.for_all (fun x -> x) (list (fun () ->
      let p = lcp () in let faces = list face in check_list p faces (tree ())))
  | w -> failwith ("no request: " ^ w)

let () =
  try
    while true do
      words := String.split_on_char ' ' (input_line stdin);
      let yes = answer () in
      if !words <> [] then failwith "a record goes on too long";
      print_endline (if yes then "yes" else "no")
    done
  with
  | End_of_file -> ()
  | Failure why | Invalid_argument why -> prerr_endline ("bug: " ^ why); exit 70
