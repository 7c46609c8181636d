/** Shown as trending until enough people search for the same terms (file 1 of the specification, §9). */
export const usualTerms = [
  'fantasy adventure',
  'romance',
  'sci-fi',
  'mystery',
  'thriller',
  'adventure',
  'drama',
  'comedy',
  'horror',
  'action',
];
