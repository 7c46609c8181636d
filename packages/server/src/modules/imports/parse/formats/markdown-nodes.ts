import { canClose, canOpen, charAt, kindBefore, kindOf } from '@inkling/contract/chapter-text-borders';
import type { fromMarkdown } from 'mdast-util-from-markdown';
import { endNoteLabel } from '../../../../platform/own-epub.ts';
import { textLimits } from '../book.ts';
import type { BlockBuilder } from '../epub/block-builder.ts';
import { authorNoteType, type BookRun, literalType, plainRun, splitAtLineEnds } from '../epub/blocks.ts';
import { isElementTag } from '../epub/elements.ts';
import { isSceneBreak } from '../lines.ts';
import { isChapterTitle, isPartTitle } from '../titles.ts';
import { isAddress, referenceKey, simpleEmphasis } from './markdown-chunks.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
type Paragraph = Extract<Node, { type: 'paragraph' | 'heading' }>;
type Phrasing = Paragraph['children'][number];

/** What the nodes of a chunk are written with. */
export interface MarkdownContext {
  to: BlockBuilder;
  /** The text that the nodes' positions refer to. */
  source: string;
  /** The keys of link definitions, and those of notes. */
  links: ReadonlySet<string>;
  notes: ReadonlySet<string>;
  /** Whether Inkling wrote the file: a quotation below a heading, or below its label, is an author's note. */
  isOwn: boolean;
  /** The role of its paragraphs. */
  role?: string;
}

export const startOf = (node: Node | Phrasing): number => node.position?.start.offset ?? 0;
const endOf = (node: Node | Phrasing): number => node.position?.end.offset ?? 0;
const sourceOf = (node: Node | Phrasing, { source }: MarkdownContext) =>
  source.slice(startOf(node), endOf(node));

/** Writes a paragraph without line breaks at its start, unless it is empty; a no-break space alone is an empty line. */
function writeLine(runs: readonly BookRun[], { to, role, isOwn }: MarkdownContext): boolean {
  const from = isOwn ? 0 : runs.findIndex(({ text }) => /[^ \t\n]/.test(text));
  if (from < 0) return false;
  const line = runs.slice(from).map((run, i) => (i === 0 && !isOwn ? replaced(run, /^[ \t\n]+/, '') : run));
  to.element('p', splitAtLineEnds(line), role === undefined ? {} : { role });
  return true;
}

const replaced = (run: BookRun, pattern: RegExp, by: string): BookRun => ({
  ...run,
  text: run.text.replace(pattern, by),
});

function writeBreak(to: BlockBuilder): true {
  to.element('hr', []);
  return true;
}

/**
 * Whether marks that CommonMark pairs are at the borders of words, or one is and the other is inside the same word, as in
 * `**f**antastic`: `f*ck, sh*t` and `f*ck*ng` have none.
 */
function isEmphasis(source: string, start: number, end: number, size: number): boolean {
  const opens = canOpen(kindBefore(source, start), kindOf(charAt(source, start + size)));
  const closes = canClose(kindBefore(source, end - size), kindOf(charAt(source, end)));
  return (opens && closes) || ((opens || closes) && !/\s/.test(source.slice(start, end)));
}

/** The runs of a paragraph without markup besides simple emphasis. */
export function runsOfPlain(text: string): BookRun[] {
  const runs: BookRun[] = [];
  let shown = 0;
  for (const { 0: whole, 1: marks = '', 2: inner = '', index } of text.matchAll(simpleEmphasis)) {
    const end = index + whole.length;
    if (!isEmphasis(text, index, end, marks.length)) continue;
    const style = marks.length === 2 ? 'strong' : 'em';
    runs.push(plainRun(text.slice(shown, index)), { ...plainRun(inner), [style]: true });
    shown = end;
  }
  return [...runs, plainRun(text.slice(shown))];
}

const styles = new Map<string, keyof BookRun>([
  ...['em', 'i'].map((name) => [name, 'em'] as const),
  ...['strong', 'b'].map((name) => [name, 'strong'] as const),
  ...['u', 'ins'].map((name) => [name, 'underlined'] as const),
  ...['s', 'strike', 'del'].map((name) => [name, 'struck'] as const),
]);
const blocks = /^(?:p|div|li|tr|h[1-6]|blockquote|section|article|center|dd|dt|pre|table|ul|ol)$/;

/** The runs of a paragraph; a line break is `\n`. Tags except those of styles become their text, code is literal. */
function runsOf(nodes: readonly Phrasing[], context: MarkdownContext): BookRun[] {
  const { source, links, notes, to } = context;
  const end = nodes.at(-1)?.position?.end.offset ?? 0;
  const runs: BookRun[] = [];
  /** The styles of the tags that are open. */
  const tagged: Partial<BookRun> = {};
  let isHidden = false;
  const add = (text: string, style: BookRun) => {
    if (!isHidden) runs.push({ ...style, ...tagged, text });
  };
  const addAll = (children: readonly Phrasing[], style: BookRun) => {
    for (const child of children) read(child, style);
  };
  /** A tag of a style is kept, that of a block or `<br>` ends a line, and what is not a tag is text. */
  const addTag = (tag: string, after: number, style: BookRun) => {
    const [, slash, typed = ''] = /^<(\/?)([a-z\d]+)/i.exec(tag) ?? [];
    const [name, isEnd] = [typed.toLowerCase(), slash === '/'];
    const kind = styles.get(name);
    if (!isElementTag(tag)) add(tag, style);
    else if (name === 'img') to.losses.images += 1;
    else if (name === 'br' || (!isEnd && blocks.test(name))) add('\n', style);
    else if (name === 'rt') add(isEnd ? ')' : '(', style);
    else if (name === 'rp') isHidden = !isEnd;
    else if (kind && isEnd) delete tagged[kind];
    else if (kind && source.slice(after, end).includes(`</${typed}>`))
      Object.assign(tagged, { [kind]: true });
  };
  const read = (node: Phrasing, style: BookRun): void => {
    const [from, after] = [startOf(node), endOf(node)];
    if (node.type === 'text' || node.type === 'inlineCode') add(node.value.replaceAll('\n', ' '), style);
    else if (node.type === 'break') add('\n', style);
    else if (node.type === 'html') addTag(node.value, after, style);
    else if (node.type === 'image' || node.type === 'imageReference') to.losses.images += 1;
    else if (node.type === 'delete') addAll(node.children, { ...style, struck: true });
    else if (node.type === 'footnoteReference') {
      const key = referenceKey(node.identifier);
      if (notes.has(key))
        add('1', { ...style, link: { target: `#${key}`, types: ['noteref'], classes: [] } });
      else add(source.slice(from, after), style);
    } else if (node.type === 'emphasis' || node.type === 'strong') {
      const size = node.type === 'strong' ? 2 : 1;
      const isStyle = isEmphasis(source, from, after, size);
      if (!isStyle) add(source.slice(from, from + size), style);
      addAll(node.children, isStyle ? { ...style, [size === 2 ? 'strong' : 'em']: true } : style);
      if (!isStyle) add(source.slice(after - size, after), style);
    } else if (node.type === 'link' || node.type === 'linkReference') {
      const isKnown = node.type === 'link' || links.has(referenceKey(node.identifier));
      const isOutside = node.type === 'link' ? !node.url.startsWith('#') : isKnown;
      if (isOutside) to.losses.links += 1;
      if (!isKnown) add('[', style);
      addAll(node.children, isOutside ? { ...style, link: { target: null, types: [], classes: [] } } : style);
      if (!isKnown) add(']', style);
    }
  };
  addAll(nodes, plainRun(''));
  return runs;
}

/** Lines that begin with `|`: verse, as Pandoc and Inkling's export write it, or a row of a table if it ends so too. */
function writeBars(node: Paragraph, context: MarkdownContext): boolean {
  const typed = sourceOf(node, context)
    .split('\n')
    .map((text) => text.replace(/^[\s>]+/, ''));
  if (!typed.every((text) => text === '|' || /^\|\s/.test(text) || /^\|.*\|\s*$/.test(text))) return false;
  const withBreaks = (children: readonly Phrasing[]): Phrasing[] =>
    children.flatMap((child): Phrasing[] => {
      if ('children' in child) return [{ ...child, children: withBreaks(child.children) } as Phrasing];
      if (child.type !== 'text' || !child.value.includes('\n')) return [child];
      const lines = child.value.split('\n').map((value) => ({ ...child, value }));
      return lines.flatMap((line, i) => (i > 0 ? [{ type: 'break' as const }, line] : [line]));
    });
  splitAtLineEnds(runsOf(withBreaks(node.children), context)).forEach((line, i) => {
    const bar = line.findIndex(({ text }) => text.includes('|'));
    const runs = line.map((run, at) => (at === bar ? replaced(run, /\|[ \t]?/, '') : run));
    if (/.\|\s*$/.test(typed[i] ?? ''))
      writeLine(
        runs.map((run, at) => (at === runs.length - 1 ? replaced(run, /\|\s*$/, '') : run)),
        context,
      );
    else {
      const spaces = /^ +/.exec(runs[0]?.text ?? '')?.[0].length ?? 0;
      const indented = runs.map((run, at) =>
        at === 0 ? replaced(run, /^ +/, '\u00A0'.repeat(spaces)) : run,
      );
      context.to.element('p', [context.isOwn ? runs : indented], { class: 'verse' });
    }
  });
  return true;
}

function writeParagraph(node: Paragraph, context: MarkdownContext): boolean {
  if (!context.isOwn && isSceneBreak(sourceOf(node, context).replace(/^\\/, '')))
    return writeBreak(context.to);
  return writeBars(node, context) || writeLine(runsOf(node.children, context), context);
}

/** A heading; a line below a paragraph that is a scene break; or a paragraph, if it is too long for a title. */
function writeHeading(node: Extract<Node, { type: 'heading' }>, context: MarkdownContext): boolean {
  const { isOwn, to } = context;
  const runs = runsOf(node.children, context).map((run) => replaced(run, /\n/, ' '));
  const text = runs.flatMap(({ text, link }) => (link?.target ? [] : [text])).join('');
  const raw = sourceOf(node, context);
  if (text.trim() === '') return writeBreak(to);
  // Inkling writes only volumes and chapters.
  if (isOwn && node.depth > 2) return writeLine(runs, context);
  const isTitle = isChapterTitle(text.trim()) || isPartTitle(text.trim());
  if (!isTitle && (text.trim().length > textLimits.title || /\n\s*-+\s*$/.test(raw))) {
    writeParagraph(node, context);
    return raw.startsWith('#') || !/\S{3}\s*$/.test(raw) || writeBreak(to);
  }
  to.element(`h${isOwn ? node.depth + 1 : node.depth}`, [runs]);
  return true;
}

function writeItem(item: Extract<Node, { type: 'listItem' }>, context: MarkdownContext): boolean {
  const { to, source } = context;
  const number = /^\d+/.exec(source.slice(startOf(item), startOf(item) + 9))?.[0];
  const list = number === undefined ? 'ul' : 'ol';
  to.open(list);
  to.open('li', number === undefined ? {} : { value: number });
  const isWritten = writeAll(item.children, context);
  to.close('li');
  to.close(list);
  return isWritten || (number !== undefined && writeLine([plainRun(`${number}.`)], context));
}

/** Writes nodes; false if there is nothing in them. */
export const writeAll = (nodes: readonly Node[], context: MarkdownContext): boolean =>
  nodes.filter((node) => writeNode(node, context)).length > 0;

function writeNode(node: Node, context: MarkdownContext): boolean {
  const { to } = context;
  if (node.type === 'paragraph') return writeParagraph(node, context);
  if (node.type === 'heading') return writeHeading(node, context);
  if (node.type === 'thematicBreak') return writeBreak(to);
  if (node.type === 'blockquote') return writeAll(node.children, context);
  if (node.type === 'list') return node.children.filter((item) => writeItem(item, context)).length > 0;
  if (node.type === 'code') {
    // Ornaments in code are text.
    for (const text of node.value.replace(/\n\s*(?=\n|$)/g, '').split('\n'))
      to.element('p', [[plainRun(text)]], { role: literalType });
    return true;
  }
  if (node.type === 'footnoteDefinition') {
    to.open('aside', { 'epub:type': 'footnote', id: referenceKey(node.identifier) });
    const isWritten = writeAll(node.children, context);
    to.close('aside');
    return isWritten;
  }
  if (node.type === 'table') {
    to.open('table');
    for (const row of node.children) {
      to.open('tr');
      for (const { children } of row.children) to.element('td', splitAtLineEnds(runsOf(children, context)));
      to.close('tr');
    }
    to.close('table');
    return true;
  }
  // What looks like a definition but is not one, such as `[Ann]: Hello`.
  const isText = node.type === 'definition' && !isAddress(node.url);
  return isText && writeLine([plainRun(sourceOf(node, context).replaceAll('\n', ' '))], context);
}

const sizeOf = (node: Node | Phrasing): number => {
  if ('value' in node) return node.value.length;
  return 'children' in node
    ? node.children.reduce((sum: number, child) => sum + sizeOf(child as Node), 0)
    : 0;
};

/**
 * Writes an author's note of Inkling's export, which is a quotation below a chapter's heading or below a label; false for
 * a quotation in the text.
 */
export function writeOwnNote(quote: Node, context: MarkdownContext, isFirst: boolean): boolean {
  if (quote.type !== 'blockquote') return false;
  const [label] = quote.children;
  const isEnd = label !== undefined && sourceOf(label, context) === endNoteLabel;
  if (!(isEnd || isFirst) || sizeOf(quote) > textLimits.authorNotes) return false;
  return writeAll(quote.children.slice(isEnd ? 1 : 0), { ...context, role: authorNoteType });
}
