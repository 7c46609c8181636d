import { isSceneBreak } from '../lines.ts';

/** The key of a link or note definition. */
export const referenceKey = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

/** A part of a Markdown file that can be read alone; what follows its `length` are definitions from other parts. */
export type Chunk = { kind: 'plain'; text: string } | { kind: 'markdown'; text: string; length: number };

/** Where a part of the file may end: much longer ones need too much memory. */
const chunkLength = 32_000;
/** The time for pairing marks grows with the square of their number in a paragraph. */
const maxMarks = 1000;

const definition = /^ {0,3}\[([^\]^][^\]\n]*)\]:[ \t]*(\S+)/gm;
const noteDefinition = /^ {0,3}\[\^([^\]\s]+)\]:/gm;
/** Comments of HTML, Obsidian and CriticMarkup, and its deletions. */
const hidden = /<!--[\s\S]*?-->|%%[\s\S]{0,20000}?%%|\{>>[\s\S]*?<<\}|\{--[\s\S]*?--\}/g;
const scripts = /<(script|style)\b[^>]{0,2000}>[\s\S]*?<\/\1\s*>/gi;

// Attributes of headings, spans and links, lines around parts, and HTML as code, as Pandoc writes them.
const attributes = /^(#{1,6} [^\n]{0,1000}?)[ \t]*\{(?:-|[#.][^{}\n]*)\}[ \t]*$/gm;
const spans =
  /\[([^[\]]{0,1000})\]\{(?:[#.]|[\w-]+=)[^{}]{0,1000}\}|`([^`\n]{1,1000})`\{=html\}|(?<=\))\{[#.][^{}]{0,1000}\}/g;
const htmlCode = /^`{3,} ?\{=html\}\n([\s\S]*?)(?:\n`{3,}[ \t]*$|(?![\s\S]))/gm;
const divs = /^([ \t>]*):{3,}[^\n]*$/gm;

/** A line of verse that goes on in the next lines, which are indented. */
const goingOn = /^\|[ \t][^\n]*[^|\s][ \t]*(?:\n[ \t]+[^|\s][^\n]*)+/gm;

/** The item of a list with Roman numerals or letters, which only Pandoc knows, above another one. */
const lettered =
  /^((?:[ivxlc]{1,7}|[IVXLC]{1,7}|[A-Za-z])[.)][ \t]+\S[^\n]*(?:\n[ \t]+\S[^\n]*)*)\n(?=(?:[ivxlc]{1,7}|[IVXLC]{1,7}|[A-Za-z])[.)][ \t]+\S)/gm;

/** A table of Pandoc: a row above a line of dashes, and rows below it. */
const spacedTable = /((?<=\n\n)[^\n]{1,300}\n)?^( *-{2,}(?: {1,100}-{2,})+) *\n((?:[^\n]{1,1000}\n)+)/gm;

/** The rows of a table whose cells are below the dashes of its line; what is not, stays. */
function withBars(whole: string, head: string | undefined, rule: string, rows: string): string {
  const starts = [...rule.matchAll(/-+/g)].map(({ index }) => index);
  const lines = `${head ?? ''}${rows}`.split('\n').filter((line) => /[^\s-]/.test(line));
  if (!lines.every((line) => starts.every((at) => at === 0 || (line[at - 1] ?? ' ') === ' '))) return whole;
  const cellsOf = (line: string) => starts.map((at, i) => line.slice(i === 0 ? 0 : at, starts[i + 1]).trim());
  return lines.map((line) => `| ${cellsOf(line).join(' | ')} |\n`).join('');
}

/** A line that begins or ends code; its parts are what is before it, its marks, and what follows them. */
const fence = /^([ >]{0,20})(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/gm;

/** Writes an ornament of tildes as a scene break, unless it ends code: writers don't mean code by it. */
function withTildeBreaks(text: string): string {
  let open = '';
  return text.replace(fence, (line: string, before: string, marks: string, rest: string) => {
    if (open === '' && isSceneBreak(marks + rest)) return `${before}***`;
    if (open === '') open = marks;
    else if (marks.startsWith(open) && rest.trim() === '') open = '';
    return line;
  });
}

/** Whether a link leads somewhere: `[Ann]: Hello` is dialogue. */
export const isAddress = (url: string): boolean =>
  /^<?(?:[a-z][a-z\d+.-]*:\/\/|mailto:|data:|www\.|\.{0,2}\/|#|[^\s<>]+\/[^\s<>]+\.\w{2,5}>?$|[^\s<>]+\.(?:png|jpe?g|gif|webp|svg|html?|md)>?$)/i.test(
    url,
  );

/** The keys of the definitions of links, and of notes. */
export const definitionsIn = (source: string) => ({
  links: new Set(
    [...source.matchAll(definition)]
      .filter(([, , url = '']) => isAddress(url))
      .map(([, name = '']) => referenceKey(name)),
  ),
  notes: new Set([...source.matchAll(noteDefinition)].map(([, name = '']) => referenceKey(name))),
});

/** Emphasis that any rule for pairing marks reads the same way: marks beside spaces or punctuation, and none inside. */
export const simpleEmphasis =
  /(?<![^\s"“‘(—])(\*\*?|_)(?=[\p{L}\p{N}“‘])([^*_\n]{0,1000}?[\p{L}\p{N}.,!?…”’])\1(?=[\s"”’),.;:!?…—]|$)/gu;

/** Whether a paragraph has nothing that could be markup, besides simple emphasis. */
const isPlain = (block: string): boolean =>
  !/[\\`*_[<&|]|[ \t]\n|~~|(?:^|\n)(?:[\s#>=+-]|\d{1,9}[.)])/.test(
    /[*_]/.test(block) ? block.replace(simpleEmphasis, 'x$2') : block,
  );

/** Whether a block is a paragraph outside of lists, quotations and notes, which it ends. */
const isParagraph = (block: string): boolean => /^[\p{L}\p{Pi}"'#]/u.test(block);

/** Marks, and what is escaped already. */
const marks = /\\[\s\S]|[`*_[\]<~]/g;
const isMark = (found: string): boolean => !found.startsWith('\\');
const withFewMarks = (block: string): string =>
  (block.match(marks) ?? []).filter(isMark).length > maxMarks
    ? block.replace(marks, (found) => (isMark(found) ? `\\${found}` : found))
    : block;

/**
 * A file without what is not text: comments, scripts, and the attributes that Pandoc writes. `onPrivate` receives what its
 * author hid from readers: comments of HTML, Obsidian and CriticMarkup, and deletions.
 */
export function withoutMarkup(source: string, onPrivate: (text: string) => void): string {
  const left = (text: string) => {
    onPrivate(text.replace(/[<>!{}%-]+/g, ' '));
    return '';
  };
  const text = source
    .replace(scripts, '')
    .replace(hidden, left)
    .replace(/\{(?:\+\+([\s\S]*?)\+\+|==([\s\S]*?)==)\}/g, '$1$2')
    .replace(/\{~~([\s\S]*?)~>([\s\S]*?)~~\}/g, (_, before: string, after: string) => left(before) + after)
    .replace(/\[\[[^[\]|\n]+\|([^[\]|\n]+)\]\]/g, '$1')
    .replace(/==(?=[^\s=])([^\n=]+)(?<=\S)==/g, '$1')
    .replace(htmlCode, '$1');
  return withTildeBreaks(text)
    .replace(lettered, '$1\n\n')
    .replace(spacedTable, withBars)
    .replace(goingOn, (lines) => lines.replace(/\n[ \t]+/g, ' '))
    .replace(spans, '$1$2')
    .replace(attributes, '$1')
    .replace(divs, '$1');
}

/** Divides a file at blank lines into paragraphs with simple emphasis at most, as in most books, and longer parts. */
export function* chunksOf(
  text: string,
  { links, notes }: ReturnType<typeof definitionsIn>,
): Generator<Chunk> {
  let open = '';
  let isFenced = false;

  const take = (): Chunk[] => {
    if (open === '') return [];
    const used = new Set(
      [...open.matchAll(/\[(\^?[^\][\n]+)\]/g)].map(([, name = '']) => referenceKey(name)),
    );
    const definitions = (isFenced ? [] : [...used]).flatMap((key) => {
      if (notes.has(key.slice(1)) && key.startsWith('^')) return [`[${key}]: x`];
      return links.has(key) ? [`[${key}]: x:`] : [];
    });
    const chunk = {
      kind: 'markdown' as const,
      text: [open, '', ...definitions].join('\n\n'),
      length: open.length,
    };
    open = '';
    return [chunk];
  };
  for (const block of text.split(/\n(?:[ \t]*\n)+/)) {
    if (!isFenced && isPlain(block)) {
      yield* take();
      if (block !== '') yield { kind: 'plain', text: block };
      continue;
    }
    if (!isFenced && open.length > chunkLength && isParagraph(block)) yield* take();
    open += `${open === '' ? '' : '\n\n'}${withFewMarks(block)}`;
    for (const _ of block.matchAll(fence)) isFenced = !isFenced;
  }
  yield* take();
}
