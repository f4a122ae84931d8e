--- The scenes of the engines, one text for perp and for every driver. A line is a
--- word and what belongs to it:
---
---     scene NAME DIMENSION h T mu e GRAVITY
---     wall NAME POINT NORMAL
---     box NAME mass WIDTHS POSE VELOCITY
---     disc NAME mass radius POSE VELOCITY
---     pin BODY POINT-OF-BODY POINT-OF-WORLD
---     push BODY a w
---
--- A normal, of any length, leads out of its wall. A pose in the plane is x y th, in
--- space x y z and a quaternion with the scalar first; turning in space is in the
--- body's own directions. Bodies are homogeneous, a disc has the inertia m r^2 / 2.
--- A push is the force a cos(w t) along x. Units: m, kg, s, rad, N.
return [[
scene stick 2 0.015625 4 0.8 0 0 -9.81
wall floor 0 0 0 1
box block 1 1 0.5 0 0.25 0 0 0 0
push block 8 1

scene below 2 0.015625 1 0.5 0 0 -9.81
wall slope 0 0 -0.49 1
box block 1 1 0.5 -0.110003812 0.224497575 0.455615653 0 0 0

scene above 2 0.015625 1 0.5 0 0 -9.81
wall slope 0 0 -0.51 1
box block 1 1 0.5 -0.113581521 0.222708864 0.471615568 0 0 0

scene throw 2 0.015625 2 0.5 0 0 -9.81
wall floor 0 0 0 1
box block 1 1 0.5 0 2 0.25 2 1 5

scene stack3 2 0.015625 1 0.5 0 0 -9.81
wall floor 0 0 0 1
box b1 1 1 0.5 0 0.25 0 0 0 0
box b2 1 0.9375 0.5 0 0.75 0 0 0 0
box b3 1 0.875 0.5 0 1.25 0 0 0 0

scene stack10 2 0.015625 1 0.5 0 0 -9.81
wall floor 0 0 0 1
box b1 1 1 0.5 0 0.25 0 0 0 0
box b2 1 0.9375 0.5 0 0.75 0 0 0 0
box b3 1 0.875 0.5 0 1.25 0 0 0 0
box b4 1 0.8125 0.5 0 1.75 0 0 0 0
box b5 1 0.75 0.5 0 2.25 0 0 0 0
box b6 1 0.6875 0.5 0 2.75 0 0 0 0
box b7 1 0.625 0.5 0 3.25 0 0 0 0
box b8 1 0.5625 0.5 0 3.75 0 0 0 0
box b9 1 0.5 0.5 0 4.25 0 0 0 0
box b10 1 0.4375 0.5 0 4.75 0 0 0 0

scene balls 2 0.015625 1 0 1 0 0
disc b1 1 0.5 -1.5 0 0 2 0 0
disc b2 1 0.5 0 0 0 0 0 0
disc b3 1 0.5 1 0 0 0 0 0
disc b4 1 0.5 2 0 0 0 0 0
disc b5 1 0.5 3 0 0 0 0 0

scene rock 2 0.015625 2 1 0 0 -9.81
wall floor 0 0 0 1
box block 1 0.5 1 0 0.551548296 0.3 0 0 0

scene stop 2 0.015625 2 0.3 0 0 -9.81
wall stop -0.25 0 1 0
box bob 1 0.25 1 0.420735492 -0.270151153 1 0 0 0
pin bob 0 0.5 0 0

scene rod 2 0.015625 0.5 2 0 0 -9.81
wall floor 0 0 0 1
box rod 1 2 0.02 0 0.806 0.927295218 -1 0 0

scene pile16 2 0.015625 2 0.5 0 0 -9.81
wall floor 0 0 0 1
wall left -1.25 0 1 0
wall right 1.25 0 -1 0
disc b1 1 0.25 -0.921875 0.3125 0 0 0 0
disc b2 1 0.25 -0.328125 0.3125 0 0 0 0
disc b3 1 0.25 0.21875 0.3125 0 0 0 0
disc b4 1 0.25 0.765625 0.3125 0 0 0 0
disc b5 1 0.25 -0.703125 0.875 0 0 0 0
disc b6 1 0.25 -0.15625 0.875 0 0 0 0
disc b7 1 0.25 0.390625 0.875 0 0 0 0
disc b8 1 0.25 0.984375 0.875 0 0 0 0
disc b9 1 0.25 -0.90625 1.4375 0 0 0 0
disc b10 1 0.25 -0.359375 1.4375 0 0 0 0
disc b11 1 0.25 0.234375 1.4375 0 0 0 0
disc b12 1 0.25 0.78125 1.4375 0 0 0 0
disc b13 1 0.25 -0.734375 2 0 0 0 0
disc b14 1 0.25 -0.140625 2 0 0 0 0
disc b15 1 0.25 0.40625 2 0 0 0 0
disc b16 1 0.25 0.953125 2 0 0 0 0

scene wedge 2 0.015625 1 0.5 0 0 -9.81
wall left 0 0 0.965925826 0.258819045
wall right 0 0 -0.965925826 0.258819045
disc disc 1 0.5 0 1.93185165 0 0 0 5

scene heavy 2 0.015625 1 0.5 0 0 -9.81
wall floor 0 0 0 1
box light 1 1 0.5 0 0.25 0 0 0 0
box heavy 1000 0.875 0.5 0 0.75 0 0 0 0

scene tumble 3 0.015625 2 0.5 0 0 0 -9.81
wall floor 0 0 0 0 0 1
box block 1 1 0.5 0.25 0 0 1.5 1 0 0 0 1 0.5 1 1 5 0.5
]]
