-- expect 5 | the scene still runs after 0.3 s of CPU time
-- options --scene-seconds 0.3
string.find(("a"):rep(40), ("a*"):rep(30) .. "b")
