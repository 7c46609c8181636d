import { romanOf } from '@inkling/contract/roman';

/** Numbers in words from 1 on, with the forms of each. */
const lists = [
  'one/first two/second three/third four/fourth five/fifth six/sixth seven/seventh eight/eighth nine/ninth ten/tenth eleven/eleventh twelve/twelfth thirteen/thirteenth fourteen/fourteenth fifteen/fifteenth sixteen/sixteenth seventeen/seventeenth eighteen/eighteenth nineteen/nineteenth twenty/twentieth',
  'primero/primer/primera segundo/segunda tercero/tercer/tercera cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima octavo/octava noveno/novena décimo/décima',
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
  'premier/première deuxième/second/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième',
  'un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  'eins/erstes/erster/erste zwei/zweites/zweiter/zweite drei/drittes/dritter/dritte vier/viertes/vierter/vierte fünf/fünftes/fünfter/fünfte sechs/sechstes/sechster/sechste sieben/siebtes/siebter/siebte acht/achtes/achter/achte neun/neuntes/neunter/neunte zehn/zehntes/zehnter/zehnte elf zwölf',
  'первая/первый/один/одна вторая/второй/два/две третья/третий/три четвёртая/четвертая/четвёртый/четвертый/четыре пятая/пятый/пять шестая/шестой/шесть седьмая/седьмой/семь восьмая/восьмой/восемь девятая/девятый/девять десятая/десятый/десять одиннадцатая/одиннадцатый/одиннадцать двенадцатая/двенадцатый/двенадцать тринадцатая/тринадцатый/тринадцать четырнадцатая/четырнадцатый/четырнадцать пятнадцатая/пятнадцатый/пятнадцать шестнадцатая/шестнадцатый семнадцатая/семнадцатый восемнадцатая/восемнадцатый девятнадцатая/девятнадцатый двадцатая/двадцатый/двадцать',
];
const tens =
  'twenty/twentieth thirty/thirtieth forty/fortieth fifty/fiftieth sixty/sixtieth seventy/seventieth eighty/eightieth ninety/ninetieth'.split(
    ' ',
  );

/** The largest Roman numeral of a heading: MIX and DID are words. */
const maxRoman = 399;

const numbers = new Map<string, number>();
for (const list of lists)
  for (const [i, forms] of list.split(' ').entries())
    for (const form of forms.split('/')) numbers.set(form, i + 1);
const units = [...numbers].slice(0, 2 * 9);
for (const [i, forms] of tens.entries()) {
  const [ten = ''] = forms.split('/');
  for (const form of forms.split('/')) numbers.set(form, (i + 2) * 10);
  for (const [unit, value] of units) numbers.set(`${ten}-${unit}`, (i + 2) * 10 + value);
}
for (let number = 1; number <= maxRoman; number += 1) numbers.set(romanOf(number), number);

/** Parses a number word of a heading (`12`, `XII`, `twelve`, `twelfth`), up to 399; null for other words. */
export function numberOf(word: string): number | null {
  const lower = word.toLowerCase();
  if (/^\d{1,3}$|^\d{1,2}(?:st|nd|rd|th)$/.test(lower)) return Number.parseInt(lower, 10);
  return numbers.get(lower) ?? null;
}

/** Whether a word is a Roman numeral in capitals, such as `XIV`, but not `MIX` or `DID`. */
export const isRoman = (word: string): boolean => {
  const lower = word.toLowerCase();
  const number = numbers.get(lower);
  return number !== undefined && word === word.toUpperCase() && romanOf(number) === lower;
};

const letterOf = (number: number): string =>
  String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 10));

const wordOf = (number: number): string =>
  (number < 100 && [...numbers].find(([, value]) => value === number)?.[0]) || String(number);

/** Word's names of the formats of numbers, by those of HTML and OpenDocument. */
export const listFormats: Record<string, string> = {
  I: 'upperRoman',
  i: 'lowerRoman',
  A: 'upperLetter',
  a: 'lowerLetter',
};

/** A number as a word processor shows it; `format` is one of Word's names. */
export function numberText(number: number, format: string): string {
  if (format === 'none') return '';
  if (number < 1) return String(number);
  if (format === 'upperRoman') return romanOf(number).toUpperCase();
  if (format === 'lowerRoman') return romanOf(number);
  if (format === 'upperLetter') return letterOf(number).toUpperCase();
  if (format === 'lowerLetter') return letterOf(number);
  return format === 'cardinalText'
    ? wordOf(number).replace(/^./, (first) => first.toUpperCase())
    : String(number);
}
