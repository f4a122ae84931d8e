/**
# The word that was meant
*/
#pragma once

/* The Damerau-Levenshtein distance of two words: the least number of letters
   inserted, removed, replaced or swapped with a neighbour (no letter is
   touched twice). Words longer than 63 bytes have the distance 64 to all
   others. */
int nearest_distance(const char *a, const char *b);

/* The index of the candidate that `word` may be a misspelling of, or -1 when
   none is near enough (a third of the word's length, rounded up, at most 3,
   and not every letter); of equally near ones the first. Null candidates are
   skipped. */
int nearest_word(const char *word, const char *const *candidates, int count);
