/** An adversarial change of a text, which is expensive to match. */
export interface HardChange {
  name: string;
  texts: () => { before: string; after: string };
}

/** Deterministic pseudo-random pseudoRandom from 0 to 1. */
function pseudoRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const lines = (count: number, lineAt: (index: number) => string): string[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => lineAt(index));
const swapped = (all: string[]): string[] => all.map((line, index) => all[index ^ 1] ?? line);
const eachWith = (all: string[], end: string): string[] => all.map((line) => `${line}${end}`);

/** Random characters of a script. */
function randomText(from: number, count: number, length: number): string {
  const next = pseudoRandom();
  let text = '';
  while (text.length < length) text += String.fromCharCode(from + Math.floor(next() * count));
  return text;
}

/** Sentences of twelve words; each word occurs once. */
const sentences = (length: number): string[] =>
  lines(length / 80, (line) => lines(12, (n) => `w${(line * 12 + n).toString(36)}`).join(' '));

/** Changes of texts of about `length` characters (at least 2,000) that could take more than linear time. */
export function hardChanges(length: number): HardChange[] {
  const side = Math.floor(Math.sqrt(length));
  const long = () => lines(side, (n) => filled(`${n} lorem ipsum dolor `, side - 2));
  const prefixed = (end: string) => lines(side, (n) => `${'p'.repeat(side - 12)}${n}${end}`);
  const repeated = (end: string) => lines(20, (n) => `${'a'.repeat(length / 20 - 8 - n)}${end}`);
  const numbered = (name: string) => lines(length / 8, (n) => `${name}${n}`);
  const rare = () => lines(length / 8, (n) => `a${Math.floor(Math.sqrt(n))}`);
  const joined =
    (make: () => string[], change: (all: string[]) => string[]): HardChange['texts'] =>
    () => ({ before: make().join('\n'), after: change(make()).join('\n') });
  const plain =
    (before: string, after: string, atEnd = ''): HardChange['texts'] =>
    () => ({ before: filled(before, length), after: `${filled(after, length - atEnd.length)}${atEnd}` });
  const changes: Record<string, HardChange['texts']> = {
    'one line': plain('lorem ', 'lorem ', ' ipsum'),
    'one word': plain('a', 'a', 'b'),
    'lines of one character': plain('a\n', 'b\n'),
    'different short lines': joined(
      () => numbered('a'),
      () => numbered('b'),
    ),
    'one of two words changed in each line': plain('a b\n', 'a c\n'),
    'all lines equal': plain(`${'same line '.repeat(9)}\n`, `${'same line '.repeat(8)}others too\n`),
    'lines that share a beginning': joined(
      () => prefixed('x'),
      () => prefixed('y'),
    ),
    'lines of one repeated character': joined(
      () => repeated('b'),
      () => repeated('c'),
    ),
    'one repeated character that is split': () => ({
      before: 'a'.repeat(length - 40),
      after: repeated('').join('\n'),
    }),
    'a word changed in each long line': joined(long, (all) =>
      all.map((line) => line.replace('ipsum', 'else')),
    ),
    'a word added to each sentence': joined(
      () => sentences(length),
      (all) => eachWith(all, ' too'),
    ),
    'another text': joined(
      () => sentences(length),
      (all) => all.map((line) => line.replaceAll('w', 'v')),
    ),
    'the reverse': joined(
      () => sentences(length),
      (all) => all.toReversed(),
    ),
    'the reverse, edited': joined(
      () => sentences(length),
      (all) => eachWith(all.toReversed(), ' too'),
    ),
    'swapped in pairs': joined(() => sentences(length), swapped),
    'swapped in pairs and edited': joined(
      () => sentences(length),
      (all) => eachWith(swapped(all), ' too'),
    ),
    'every word different, in one line': () => ({
      before: sentences(length).join(' '),
      after: sentences(length).toReversed().join(' '),
    }),
    'lines at ever rarer positions': joined(rare, (all) => all.toReversed()),
    'Han without spaces': () => {
      const han = randomText(0x4e00, 20_000, length);
      return { before: han, after: `${han.slice(length / 2)}${han.slice(0, length / 2)}` };
    },
    'Han in lines': () => {
      const han = randomText(0x4e00, 20_000, length);
      return { before: han.replace(/(.{99})./g, '$1\n'), after: han.replace(/(.{97})..(.)/g, '$1$2\n') };
    },
    'Thai without spaces': () => {
      const thai = randomText(0xe01, 46, length);
      return { before: thai, after: `${thai.slice(1)}ก` };
    },
    // Normalization makes this longer by a thirtieth.
    'combining marks': () => ({
      before: `a${filled('\u0301\u0323', length * 0.95)}`,
      after: `b${filled('\u0323\u0301', length * 0.95)}`,
    }),
    emoji: plain('👨‍👩‍👧‍👦 \n', '👨‍👩‍👧 \n'),
    'lone surrogates': plain('\ud800', '\ud800\n'),
    'carriage returns': plain('\ra', '\r\n', 'b'),
    'white space': plain('a ', ' ', 'b'),
  };
  return Object.entries(changes).map(([name, texts]) => ({ name, texts }));
}
