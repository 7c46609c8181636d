import { closedDirections } from '@inkling/contract/directions';
import { foldText } from '@inkling/contract/fold-text';
import { romanOf } from '@inkling/contract/roman';
import { cleanLine } from './lines.ts';

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
const isRoman = (word: string): boolean => {
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

const chapterWords =
  'chapter|chap|kapitel|chapitre|cap[íi]tulo|cap[íi]tol|capitolo|hoofdstuk|kapittel|kapitola|rozdział|fejezet|luku|capitolul|bölüm|bab|chương|глава|розділ|раздел|κεφάλαιο|letter|stave|canto|scene|day|night|episode|carta|lettre|brief|jornada';
const partWords =
  'part|book|volume|vol|act|phase|teil|buch|band|partie|livre|tome|parte|libro|volumen|deel|boek|del|bok|часть|книга|том|частина|část|rész|del|osa|kısım|phần|μέρος|βιβλίο|część|księga';
const label = new RegExp(
  `^(?:(?:the )?(${chapterWords}|${partWords})\\.?\\s+)?(?:the )?([\\p{L}\\p{N}-]+)(?:\\s+(${chapterWords}|${partWords}))?$`,
  'iu',
);
const partWord = new RegExp(`^(?:${partWords})$`, 'iu');
const leading = new RegExp(
  `^((?:the )?(?:${chapterWords}|${partWords})\\.?\\s+(?:the )?[\\p{L}\\p{N}-]+|[\\p{L}\\p{N}-]+)(?:[.:]\\s+|\\s*[—–]\\s*|\\s+-\\s+|\\s+)(?=\\S)`,
  'iu',
);
/** 第三章, 第12回, 제3장, and chapters of Japanese web novels such as 其の三 and １２話. */
const eastAsian =
  /^(?:第\s?[\d０-９〇零一二三四五六七八九十百千两兩]+\s?[章回节節話话]|제\s?\d+\s?[장화]|其[の之][一二三四五六七八九十]+|[\d０-９]+話)(?![\p{L}\p{N}])/u;
const eastAsianPart =
  /^(?:第\s?[\d０-９〇零一二三四五六七八九十百千两兩]+\s?[部卷巻篇編]|[上中下][卷巻篇]|제\s?\d+\s?[부권])(?![\p{L}\p{N}])/u;
/** Arabic, Persian, Hebrew and Hindi: the word, then a numeral or an ordinal. */
const wordFirst =
  /^(?:(?:ال)?فصل|(?:ال)?باب|بخش|פרק|अध्याय|บทที่)\s+\S+(?:\s+\S+)?\s*(?:$|[:.،–—-])|^บทที่\s*\d+/u;
const partWordFirst =
  /^(?:(?:ال)?جزء|(?:ال)?قسم|(?:ال)?كتاب|חלק|ספר|भाग|ภาค)\s+\S+(?:\s+\S+)?\s*(?:$|[:.،–—-])/u;

const bare = (text: string) => text.replace(/[\s.:—–-]+$/u, '').replace(/^[[(]|[\])]$/g, '');

export interface Label {
  /** `chapter` and `part` have a word for what they number; a bare `XII` is a `number`. */
  kind: 'chapter' | 'part' | 'number';
  number: number;
}

/** Parses a title that is only a label: `Chapter XII.`, `PART TWO`, `7`; null otherwise. */
export function labelOf(title: string): Label | null {
  const found = label.exec(bare(title));
  if (found === null) return null;
  const number = numberOf(found[2] ?? '');
  const word = found[1] ?? found[3];
  if (number === null) return null;
  // 'The First' is a title, 'Part the First' a label.
  if (word === undefined) return /^the\s/i.test(title) ? null : { kind: 'number', number };
  return { kind: partWord.test(word) ? 'part' : 'chapter', number };
}

/** Splits a title into its leading label and the rest; null without a label. */
export function splitLabel(title: string): { label: Label; labelText: string; rest: string } | null {
  const whole = labelOf(title);
  if (whole !== null) return { label: whole, labelText: bare(title), rest: '' };
  const found = leading.exec(title);
  const labelText = found?.[1] ?? '';
  const known = labelOf(labelText);
  // A bare number needs punctuation after it: 'I Go to Bristol' is a sentence, 'I. Go' is not.
  if (found === null || known === null) return null;
  if (known.kind === 'number' && !/[.:—–-]\s*$/u.test(found[0]) && !/^\d+$/.test(labelText)) return null;
  return { label: known, labelText, rest: title.slice(found[0].length) };
}

/** Whether a title is that of a part with chapters (`BOOK TWO. THE EARTH UNDER THE MARTIANS`). */
export const isPartTitle = (title: string): boolean =>
  splitLabel(title)?.label.kind === 'part' || eastAsianPart.test(title) || partWordFirst.test(title);

/** Whether a heading has a chapter label (`Chapter 12`, `第三章`). */
export const isChapterTitle = (title: string): boolean =>
  splitLabel(title)?.label.kind === 'chapter' || eastAsian.test(title) || wordFirst.test(title);

const unnumbered =
  /^(?:prologue|epilogue|preface|foreword|introduction|afterword|interlude|conclusion|postscript|preamble|prelude|finale|appendix|prolog|epilog|vorwort|nachwort|einleitung|prologo|epilogo|pr[óo]logo|ep[íi]logo|pr[ée]face|avant-propos|пролог|эпилог|предисловие|послесловие|введение|заключение|مقدمة|تمهيد|خاتمة|序章|序|序言|前言|楔子|终章|終章|尾声|尾聲|后记|後記|番外|プロローグ|エピローグ|あとがき|まえがき|幕間|프롤로그|에필로그)(?![\p{L}\p{M}])/iu;

/** Whether a title is a prologue, preface, epilogue or the like. */
export const isUnnumberedChapter = (title: string): boolean => unnumbered.test(title);

const outsideParts =
  /^(?:epilogue|afterword|appendix|acknowledge?ments?|author[’']s note|glossary|postscript|epilog|nachwort|ep[íi]logo|postface|эпилог|послесловие)\b/iu;

/** Whether a title comes after the last part and does not belong to it. */
export const followsParts = (title: string): boolean => outsideParts.test(title);

const small = new Set(
  'a an and as at but by de del der des die du for from in into la le les nor of on or over than the to und upon van von with y'.split(
    ' ',
  ),
);

const capital = (word: string) =>
  word
    .toLowerCase()
    .replace(
      /(^|[^\p{L}\p{M}\p{N}’'])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );

function fromCapitals(title: string): string {
  const parts = title.split(/([\s—–]+)/u);
  let first = true;
  return parts
    .map((word, i) => {
      if (i % 2 === 1) {
        if (/[—–]/u.test(word)) first = true;
        return word;
      }
      const letters = word.replace(/[^\p{L}]/gu, '');
      const starts = first;
      first = /[.:?!]$/u.test(word) || (first && letters === '');
      if (letters === '' || isRoman(letters)) return word;
      const lower = word.toLowerCase();
      return !starts && i < parts.length - 1 && small.has(lower) ? lower : capital(word);
    })
    .join('');
}

// At least four capitals, three of them adjacent, and no lower-case letter: not 'USA', not 'XIV'.
const isAllCaps = (text: string) =>
  /(?:\p{Lu}.*){4}/u.test(text) && /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);

/** At most `max` characters, cut at the end of a word, with an ellipsis. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  const kept = end > max / 2 ? cut.slice(0, end) : cut;
  return `${closedDirections(kept.toWellFormed()).replace(/[\s,;:—–-]+$/u, '')}…`;
}

/** Whether a title is one that a program gave, not an author. */
export const isPlaceholder = (title: string): boolean =>
  /^(?:microsoft word\b.*|abiword html document|unknown|(?:untitled|document|dokument|documento?)\s?\d*|.*\.(?:docx?|odt|rtf))$/i.test(
    title,
  );

/** A title as it was written: one line of at most 200 characters. */
export const titleLine = (raw: string): string => truncate(cleanLine(raw), 200);

/**
 * A title of Project Gutenberg for display: one line of at most 200 characters, no full stop at the end, all caps in title
 * case, `I: Loomings` as `I. Loomings`.
 */
export function easedTitle(raw: string): string {
  let title = cleanLine(raw).replace(/^[—–-]\s*|\s*[—–:]$/gu, '');
  const parts = splitLabel(title);
  if (parts !== null && parts.rest !== '') {
    const allCaps = isAllCaps(parts.labelText);
    const labelText = allCaps ? fromCapitals(parts.labelText) : parts.labelText;
    const rest = isAllCaps(parts.rest) ? fromCapitals(parts.rest) : parts.rest;
    const between = title.slice(parts.labelText.length, title.length - parts.rest.length);
    const stop = parts.label.kind === 'number' && /[:.—–-]/u.test(between) ? '. ' : between;
    title = labelText + stop + rest;
  } else if (isAllCaps(title)) title = fromCapitals(title);
  title = title.replace(/(?<![.…]|\b\p{Lu}|\b(?:mr|mrs|dr|st|etc|esq|jr|sr))\.$/iu, '');
  return truncate(parts?.rest === '' ? title.replace(/\.$/, '') : title, 200);
}

/** A key for comparing titles: only words, without case, accents or punctuation. */
export const titleKey = (title: string): string =>
  foldText(title)
    .replace(/['*_\\\p{M}]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Joins a label and its separate name to one title. */
export function joinTitle(first: string, second: string): string {
  const label = labelOf(first);
  if (label === null || second === '') return second === '' ? first : `${first}: ${second}`;
  return `${bare(first)}${label.kind === 'number' ? '.' : ':'} ${second}`;
}
