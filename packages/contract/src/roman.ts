const romanLetters = 'm cm d cd c xc l xl x ix v iv i'.split(' ');
const romanValues = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];

/** A number as a Roman numeral in lower case, up to 3999. */
export function romanOf(number: number): string {
  let rest = Math.min(number, 3999);
  let text = '';
  for (const [i, value] of romanValues.entries()) {
    text += romanLetters[i]?.repeat(rest / value);
    rest %= value;
  }
  return text;
}
