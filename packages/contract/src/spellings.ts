/** How British and American spelling differ: what comes before, the letters of each, and what may follow. */
const table = [
  [
    '[a-z]{3,}|od',
    'our',
    'or',
    '|s|ed|ing|ings|er|ers|ful|fully|less|able|al|ally|ite|ites|hoods?|ly|y|ists?|i[sz](?:e|ed|es|er|ing|ation)',
  ],
  [
    '(?:amphi)?theat|cent|fib|sab|spect|somb|lust|meag|calib|scept|sepulch|(?:kilo|centi|milli)?(?:met|lit)',
    're',
    'er',
    '|s',
  ],
  ['theat|cent|sab|somb|lust|calib|scept', 'r', 'er', 'ed|ing'],
  ['man', 'oeuvre', 'euver', '|s'],
  ['man', 'oeuvr', 'euver', 'ed|ing|able'],
  ['[a-z]{2,}[iy]', 's', 'z', 'e|es|ed|er|ers|ing|ings|able|ations?|ational'],
  ['[a-z]{3,}og', 'ue', '', '|s'],
  ['[a-z]*[aeiouy][a-z]*[aeou]l', 'l', '', 'ed|ing|ings|ers?|ous'],
  ['jewel', 'le', '', 'ry'],
  ['worship|kidnap', 'p', '', 'ed|ing|ers?'],
  ['wil|skil|fulfil|enrol|instil|distil|instal', '', 'l', '|s|ful|fully|ments?'],
  ['def|off|pret|lic', 'ence', 'ense', '|s|less'],
  ['pract', 'ise', 'ice', '|s|d'],
  ['gr', 'ey', 'ay', '|s|er|est|ed|ing|ish|scale|hair|haired'],
  ['co', 's', 'z', 'y|ier|iest|ily|iness'],
  ['m|sm', 'ou', 'o', 'lds?|ldy|lder|lders|ldering|lts?|lting'],
  ['pl|snowpl', 'ough', 'ow', '|s|ed|ing|man'],
  ['m', 'oust', 'ust', 'aches?'],
  ['p', 'y', 'a', 'jamas?'],
  ['t', 'y', 'i', 'res?'],
  ['s', 'c', 'k', 'eptics?|eptical|epticism'],
  ['', 'ke', 'cu', 'rbs?'],
  ['jud|acknowled', 'ge', 'g', 'ments?|mental'],
  ['art', 'e', 'i', 'facts?'],
  ['sul', 'ph', 'f', 'ur|uric'],
  ['whisk', 'y', 'ey', ''],
  ['alumin', 'ium', 'um', ''],
  ['program', 'me', '', '|s'],
  ['toward|afterward', 's', '', ''],
  ['medi|encyclop|arch|an|leuk|', 'ae', 'e', 'val|dias?|ology|olog(?:ist|ists|ical)|mia|mic|sthetics?|ons?'],
  ['f', 'oe', 'e', 'tus|tal'],
  ['che', 'que', 'ck', '|s|books?'],
  ['che', 'qu', 'ck', 'ered|ers?'],
  ['', 'gaol', 'jail', '|s|ed|ers?|ing|birds?|breaks?'],
  ['(?:multi|under)?stor', 'ey', 'y', ''],
  ['(?:multi|under)?stor', 'eys', 'ies', ''],
  ['(?:multi|under)?stor', 'ey', 'i', 'ed'],
] as const;

const rules = table.map(([before, british, american, after]) => ({
  british,
  american,
  pattern: new RegExp(`^(${before})(?:(${british})|${american})(${after})$`),
}));

/** Longer words have one spelling, so that the patterns take little time. */
const maxLetters = 30;

/**
 * A word in lower case, then its other spellings: 'colour' has 'color', 'realize' has 'realise'. By rules, so that some
 * are words that nobody writes, such as 'doctour', which find nothing.
 */
export function spellingsOf(word: string): string[] {
  const found = new Set([word]);
  if (word.length > maxLetters) return [word];
  for (const { british, american, pattern } of rules) {
    for (const one of found) {
      const [, before, isBritish, after] = pattern.exec(one) ?? [];
      if (before !== undefined) found.add(`${before}${isBritish === undefined ? british : american}${after}`);
    }
  }
  return [...found];
}

/** Endings with which a rule begins to apply to a word. */
const endings = ['r', 'e', 'ed', 'er', 'ing'];

/**
 * A word in lower case that may be incomplete, then how it may begin in the other spelling: 'colou' has 'color', and
 * 'colourf' has 'colorf'.
 */
export function beginningsOf(typed: string): string[] {
  const completed = endings.flatMap((ending) => spellingsOf(typed + ending));
  const respelt = Array.from(typed.slice(0, maxLetters), (_, index) =>
    spellingsOf(typed.slice(0, index + 1)).map((one) => one + typed.slice(index + 1)),
  ).flat();
  return [typed, ...new Set([...completed, ...respelt].filter((one) => !one.startsWith(typed)))];
}
