import { type Run, sceneBreak } from '@inkling/contract/chapter-text';
import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import type { ImportLosses } from '@inkling/contract/imports';
import { isSceneBreak, lineOf, literalLine, withPrefix } from '../lines.ts';
import { splitAtLineEnds } from './emphasis.ts';
import { type References, referenceKey, runsOfMarkdown } from './markdown-inline.ts';

export type MarkdownBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'break' }
  | { kind: 'quote' | 'text'; lines: string[] };

export interface MarkdownText {
  blocks: MarkdownBlock[];
  /** The lines of each note, by name. */
  notes: Map<string, string[]>;
  losses: ImportLosses;
}

const maxMarkLine = 500;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const bullet = /^[ \t]*[-+*][ \t]+(?=\S)/;
const numbered = /^[ \t]*(\d{1,9})[.)][ \t]+(?=\S)/;
const definition = /^ {0,3}\[([^\]^][^\]]*)\]:[ \t]*\S+/;
const noteDefinition = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*)$/;
const tableRule = /^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$/;

// Joins a paragraph's lines, except after two spaces, a backslash or <br>.
function paragraphLines(lines: readonly string[], references: References): string[] {
  const joined = lines
    .map((line) => line.trimStart())
    .map((line, i) => (i === lines.length - 1 ? line.replace(/\\$/, '') : line))
    .join('\n')
    .replace(/<br\s*\/?>/gi, '\u2028')
    .replace(/(?: {2,}|\\)\n/g, '\u2028')
    .replace(/\n/g, ' ');
  // Emphasis may go on over a line end.
  const runs = splitAtLineEnds(runsOfMarkdown(joined.trim(), references), '\u2028');
  return joined
    .trim()
    .split('\u2028')
    .map((line, i) => (isSceneBreak(line) ? sceneBreak : lineOf(trimStart(runs[i] ?? []))));
}

/** A line of a line block, as Pandoc and Inkling's export write verse: it keeps its spaces. */
const verseLine = (text: string, references: References): string =>
  serializeChapterText([{ kind: 'verse', runs: runsOfMarkdown(text, references) }]);

const trimStart = ([first, ...rest]: readonly Run[]): Run[] =>
  first === undefined ? [] : [{ ...first, text: first.text.trimStart() }, ...rest];

const withoutHtmlBlocks = (text: string) =>
  text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style)\b[^>]{0,2000}>[\s\S]*?(?:<\/\1\s*>|$)/gi, '');

interface Collected {
  links: Set<string>;
  notes: Map<string, string[]>;
  lines: string[];
}

// Definitions may be anywhere, so they are collected before the text is read.
function collectDefinitions(text: string): Collected {
  const collected: Collected = { links: new Set(), notes: new Map(), lines: [] };
  let open: string[] | null = null;
  for (const line of text.split('\n')) {
    const found = noteDefinition.exec(line);
    if (found) {
      open = [found[2] ?? ''];
      collected.notes.set(referenceKey(found[1] ?? ''), open);
    } else if (open !== null && /^(?: {2,}|\t)\S/.test(line)) open.push(line.trim());
    else {
      const link = definition.exec(line);
      if (link) collected.links.add(referenceKey(link[1] ?? ''));
      else collected.lines.push(line);
      if (line.trim() !== '') open = null;
    }
  }
  return collected;
}

/** Parses Markdown into headings, scene breaks, quotations and content lines. */
export function readMarkdownBlocks(source: string): MarkdownText {
  const { links, notes, lines } = collectDefinitions(withoutHtmlBlocks(source));
  const references: References = {
    links,
    noteMark: (name) => (notes.has(referenceKey(name)) ? `[^${referenceKey(name)}]` : null),
  };
  const losses: ImportLosses = {
    images: source.match(/!\[[^\]\n]*\](?=[([])|<img\b/gi)?.length ?? 0,
    links: source.match(/(?<!!)\[[^\]\n]+\]\((?!#)|<https?:/gi)?.length ?? 0,
    tables: 0,
    comments: 0,
  };
  const blocks: MarkdownBlock[] = [];
  let open: { kind: 'quote' | 'text'; prefix: string; lines: string[] } | null = null;

  const add = (kind: 'quote' | 'text', found: string[]) => {
    const filled = found.filter((line) => line !== '');
    const last = blocks.at(-1);
    if (filled.length === 0) return;
    if (last?.kind === kind) last.lines.push(...filled);
    else blocks.push({ kind, lines: filled });
  };
  const close = () => {
    if (open === null) return;
    const [first = '', ...rest] = paragraphLines(open.lines, references);
    add(open.kind, [first === '' ? '' : withPrefix(open.prefix, first), ...rest]);
    open = null;
  };

  for (let i = 0; i < lines.length; i += 1) {
    const raw = lines[i] ?? '';
    const quoted = /^ {0,3}>[ \t]?/.exec(raw);
    const kind = quoted ? 'quote' : 'text';
    const line = quoted ? raw.slice(quoted[0].length) : raw;
    // A longer line is always a paragraph.
    const short = line.length <= maxMarkLine;
    const fenced = fence.exec(line)?.[1];
    const title = quoted || !short ? null : heading.exec(line);
    const item = bullet.exec(line) ?? numbered.exec(line);
    if (open !== null && open.kind !== kind && !(open.kind === 'quote' && kind === 'text')) close();
    if (line.trim() === '') close();
    else if (fenced !== undefined) {
      close();
      const code: string[] = [];
      for (i += 1; i < lines.length && !(lines[i] ?? '').trim().startsWith(fenced); i += 1)
        code.push(lines[i] ?? '');
      add(kind, code.map(literalLine));
    } else if (short && rule.test(line)) {
      close();
      if (quoted) add('quote', [sceneBreak]);
      else blocks.push({ kind: 'break' });
    } else if (title) {
      close();
      blocks.push({
        kind: 'heading',
        level: title[1]?.length ?? 1,
        text: plainTitle(title[2] ?? '', references),
      });
    } else if (/^ {0,3}=+[ \t]*$/.test(line) && open?.kind === 'text' && open.prefix === '') {
      const text = plainTitle(open.lines.join(' '), references);
      open = null;
      blocks.push({ kind: 'heading', level: 1, text });
    } else if (short && line.includes('|') && tableRule.test(line)) {
      close();
      losses.tables += 1;
    } else if (/^[ \t]*\|.*\|[ \t]*$/.test(line)) {
      close();
      add(
        kind,
        paragraphLines(
          [
            line
              .trim()
              .slice(1, -1)
              .split('|')
              .map((cell) => cell.trim())
              .join(' | '),
          ],
          references,
        ),
      );
    } else if (line === '|' || line.startsWith('| ')) {
      close();
      add(kind, [verseLine(line.slice(2), references)]);
    } else if (item && (open === null || bullet.test(line) || open.prefix !== '')) {
      close();
      const prefix = item[1] === undefined ? '• ' : `${item[1]}. `;
      open = { kind, prefix, lines: [line.slice(item[0].length)] };
    } else if (open === null) open = { kind, prefix: '', lines: [line] };
    else open.lines.push(line);
  }
  close();
  const read = new Map(
    [...notes].map(([name, text]) => [name, paragraphLines(text, references).filter((one) => one !== '')]),
  );
  return { blocks, notes: read, losses };
}

const plainTitle = (text: string, references: References) =>
  runsOfMarkdown(text, references)
    .map((run) => run.text)
    .join('')
    .replace(/\[\^[^\]]*\]/g, '');
