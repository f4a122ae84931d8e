-- expect 5 | the scene took more than 1 s of CPU time
-- options --scene-seconds 1
while true do
  pcall(function() while true do end end)
end
