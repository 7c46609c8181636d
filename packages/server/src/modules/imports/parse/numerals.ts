const roman = /^(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const romanValues: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const tenths = 'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'.split(' ');

const words = new Map<string, number>();
ones.forEach((word, i) => {
  words.set(word, i + 1);
});
ordinals.forEach((word, i) => {
  words.set(word, i + 1);
});
tens.forEach((ten, i) => {
  const value = (i + 2) * 10;
  words.set(ten, value);
  words.set(tenths[i] ?? ten, value);
  for (let unit = 1; unit <= 9; unit += 1) {
    words.set(`${ten}-${ones[unit - 1]}`, value + unit);
    words.set(`${ten}-${ordinals[unit - 1]}`, value + unit);
  }
});

const addWords = (from: number, list: string) => {
  list.split(' ').forEach((word, i) => {
    for (const form of word.split('/')) words.set(form, from + i);
  });
};
addWords(
  1,
  'primero/primer/primera segundo/segunda tercero/tercer/tercera cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima octavo/octava noveno/novena décimo/décima',
);
addWords(
  1,
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
);
addWords(
  1,
  'premier/première deuxième/second/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième',
);
addWords(
  1,
  'un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
);
addWords(
  1,
  'eins/erstes/erster/erste zwei/zweites/zweiter/zweite drei/drittes/dritter/dritte vier/viertes/vierter/vierte fünf/fünftes/fünfter/fünfte sechs/sechstes/sechster/sechste sieben/siebtes/siebter/siebte acht/achtes/achter/achte neun/neuntes/neunter/neunte zehn/zehntes/zehnter/zehnte elf zwölf',
);
addWords(
  1,
  'первая/первый/один/одна вторая/второй/два/две третья/третий/три четвёртая/четвертая/четвёртый/четвертый/четыре пятая/пятый/пять шестая/шестой/шесть седьмая/седьмой/семь восьмая/восьмой/восемь девятая/девятый/девять десятая/десятый/десять одиннадцатая/одиннадцатый/одиннадцать двенадцатая/двенадцатый/двенадцать тринадцатая/тринадцатый/тринадцать четырнадцатая/четырнадцатый/четырнадцать пятнадцатая/пятнадцатый/пятнадцать шестнадцатая/шестнадцатый семнадцатая/семнадцатый восемнадцатая/восемнадцатый девятнадцатая/девятнадцатый двадцатая/двадцатый/двадцать',
);

/** Parses a number word of a heading (`12`, `XII`, `twelve`, `twelfth`), up to 399; null for other words. */
export function numberOf(word: string): number | null {
  const lower = word.toLowerCase();
  if (/^\d{1,3}$/.test(lower)) return Number(lower);
  if (/^\d{1,2}(?:st|nd|rd|th)$/.test(lower)) return Number.parseInt(lower, 10);
  const named = words.get(lower);
  if (named !== undefined) return named;
  if (!roman.test(lower)) return null;
  let value = 0;
  for (let i = 0; i < lower.length; i += 1) {
    const here = romanValues[lower[i] ?? ''] ?? 0;
    const next = romanValues[lower[i + 1] ?? ''] ?? 0;
    value += here < next ? -here : here;
  }
  return value;
}

/** Whether a word is a Roman numeral in capitals, such as `XIV`, but not `MIX` or `DID`. */
export const isRoman = (word: string): boolean =>
  word === word.toUpperCase() && roman.test(word.toLowerCase());
