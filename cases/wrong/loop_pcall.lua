-- expect 5 | the scene took more than 0.3 s of CPU time
-- options --scene-seconds 0.3
while true do
  pcall(function() while true do end end)
end
