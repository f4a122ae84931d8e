-- expect 5 | the scene still runs after 1 s of CPU time
-- options --scene-seconds 1
string.find(("a"):rep(40), ("a*"):rep(30) .. "b")
