print "later"
