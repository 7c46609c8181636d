const cyrillic =
  'а a б b в v г g д d е e ж j з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц c ч q ш w щ x ъ x ы y ь q э e ю u я a і i ї i є e ґ g';
const greek =
  'α a β b γ g δ d ε e ζ z η h θ q ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s τ t υ u φ f χ c ψ y ω w';
const entries = `${cyrillic} ${greek}`.split(' ');
const letters = new Map(
  entries.flatMap((letter, index) => (index % 2 === 0 ? [[letter, entries[index + 1] ?? '']] : [])) as [
    string,
    string,
  ][],
);

/**
 * A normalized word with a Latin letter for each Cyrillic and Greek one. Only for comparing words by trigrams, which
 * pg_trgm makes of ASCII letters alone in the embedded database's locale.
 */
export const latinLetters = (word: string): string =>
  [...word].map((letter) => letters.get(letter) ?? letter).join('');
