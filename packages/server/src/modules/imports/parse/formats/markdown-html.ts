import { canClose, canOpen, charAt, kindBefore, kindOf } from '@inkling/contract/chapter-text-borders';
import type { fromMarkdown } from 'mdast-util-from-markdown';
import { endNoteLabel } from '../../../../platform/own-epub.ts';
import { textLimits } from '../book.ts';
import { authorNoteType, literalType } from '../epub/blocks.ts';
import { isElementTag } from '../epub/elements.ts';
import { isSceneBreak } from '../lines.ts';
import { isChapterTitle, isPartTitle } from '../titles.ts';
import { isAddress, referenceKey } from './markdown-chunks.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
type Paragraph = Extract<Node, { type: 'paragraph' | 'heading' }>;
type Phrasing = Paragraph['children'][number];

/** What the nodes of a chunk are written with. */
export interface MarkdownContext {
  /** The text that the nodes' positions refer to. */
  source: string;
  /** The keys of link definitions, and those of notes. */
  links: ReadonlySet<string>;
  notes: ReadonlySet<string>;
  /** Whether Inkling wrote the file: a quotation below a heading, or below its label, is an author's note. */
  isOwn: boolean;
}

export const startOf = (node: Node | Phrasing): number => node.position?.start.offset ?? 0;
const endOf = (node: Node | Phrasing): number => node.position?.end.offset ?? 0;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
/** A paragraph; a no-break space alone is an empty line. */
const line = (html: string) => {
  const trimmed = html.replace(/^(?:[ \t\n]|<br\/>)+|(?:[ \t\n]|<br\/>)+$/g, '');
  return trimmed === '' ? '' : `<p>${trimmed}</p>`;
};
/** A line of code, of which no sign is an ornament. */
const codeLine = (text: string) => `<p role="${literalType}">${escapeHtml(text)}</p>`;

/**
 * Whether marks that CommonMark pairs are at the borders of words, or one is and the other is inside the same word, as in
 * `**f**antastic`: `f*ck, sh*t` and `f*ck*ng` have none.
 */
function isEmphasis(source: string, start: number, end: number, size: number): boolean {
  const opens = canOpen(kindBefore(source, start), kindOf(charAt(source, start + size)));
  const closes = canClose(kindBefore(source, end - size), kindOf(charAt(source, end)));
  return (opens && closes) || ((opens || closes) && !/\s/.test(source.slice(start, end)));
}

const styles = /^(?:em|i|strong|b|u|ins|s|strike|del)$/i;
const blocks = /^(?:p|div|li|tr|h[1-6]|blockquote|section|article|center|dd|dt|pre|table|ul|ol)$/i;

/** A tag in a text: those of styles are kept, those of blocks and `<br>` end a line, and what is no tag is text. */
function tagHtml(tag: string, rest: string): string {
  if (!isElementTag(tag)) return escapeHtml(tag);
  const [, slash = '', name = ''] = /^<(\/?)([a-z\d]+)/i.exec(tag) ?? [];
  if (/^img$/i.test(name)) return '<img/>';
  if (/^br$/i.test(name)) return '<br/>';
  if (blocks.test(name)) return slash === '/' ? '' : '<br/>';
  if (/^(?:ruby|rt|rp)$/i.test(name)) return `<${slash}${name}>`;
  if (!styles.test(name)) return '';
  return slash === '/' || rest.includes(`</${name}>`) ? `<${slash}${name}>` : '';
}

/** A paragraph's content: links and HTML tags except those of styles become their text, code is literal. */
function inlineHtml(nodes: readonly Phrasing[], context: MarkdownContext): string {
  const { source, links, notes } = context;
  const end = nodes.at(-1)?.position?.end.offset ?? 0;
  const write = (node: Phrasing): string => {
    const [from, to] = [startOf(node), endOf(node)];
    const inner = () => ('children' in node ? node.children.map(write).join('') : '');
    if (node.type === 'text' || node.type === 'inlineCode')
      return escapeHtml(node.value.replaceAll('\n', ' '));
    if (node.type === 'break') return '<br/>';
    if (node.type === 'html') return tagHtml(node.value, source.slice(to, end));
    if (node.type === 'image' || node.type === 'imageReference') return '<img/>';
    if (node.type === 'delete') return `<s>${inner()}</s>`;
    if (node.type === 'footnoteReference') {
      const key = referenceKey(node.identifier);
      return notes.has(key)
        ? `<a epub:type="noteref" href="#${encodeURIComponent(key)}">1</a>`
        : escapeHtml(source.slice(from, to));
    }
    if (node.type === 'emphasis' || node.type === 'strong') {
      const [name, size] = node.type === 'strong' ? ['b', 2] : ['i', 1];
      return isEmphasis(source, from, to, size)
        ? `<${name}>${inner()}</${name}>`
        : source.slice(from, from + size) + inner() + source.slice(to - size, to);
    }
    if (node.type === 'link') return node.url.startsWith('#') ? inner() : `<a href="x:">${inner()}</a>`;
    if (node.type === 'linkReference')
      return links.has(referenceKey(node.identifier)) ? `<a href="x:">${inner()}</a>` : `[${inner()}]`;
    return '';
  };
  return nodes.map(write).join('');
}

const noBreak = (spaces: string) => '&#160;'.repeat(spaces.length);

/** Lines that begin with `|`: verse, as Pandoc and Inkling's export write it, or a row of a table if it ends so too. */
function barLines(raw: string, node: Paragraph, context: MarkdownContext): string | null {
  const typed = raw.split('\n').map((text) => text.replace(/^[\s>]+/, ''));
  if (!typed.every((text) => text === '|' || /^\|\s/.test(text) || /^\|.*\|\s*$/.test(text))) return null;
  const lineEnd = (child: Phrasing): Phrasing[] =>
    child.type === 'text' && child.value.includes('\n')
      ? child.value
          .split('\n')
          .flatMap((value, i): Phrasing[] => [
            ...(i > 0 ? [{ type: 'break' as const }] : []),
            { ...child, value },
          ])
      : [child];
  const withBreaks = (children: readonly Phrasing[]): Phrasing[] =>
    children.flatMap((child) =>
      'children' in child ? [{ ...child, children: withBreaks(child.children) } as Phrasing] : lineEnd(child),
    );
  const lines = inlineHtml(withBreaks(node.children), context).split('<br/>');
  return lines
    .map((html, i) => {
      const text = html.replace(/\|[ \t]?/, '');
      if (/.\|\s*$/.test(typed[i] ?? '')) return line(text.replace(/\|\s*((?:<\/\w+>)*)$/, '$1'));
      return `<p class="verse">${context.isOwn ? text : text.replace(/^ +/, noBreak)}</p>`;
    })
    .join('');
}

function paragraphHtml(node: Paragraph, context: MarkdownContext): string {
  const raw = context.source.slice(startOf(node), endOf(node));
  if (!context.isOwn && isSceneBreak(raw.replace(/^\\/, ''))) return '<hr/>';
  const html = inlineHtml(node.children, context);
  return barLines(raw, node, context) ?? (context.isOwn ? `<p>${html}</p>` : line(html));
}

/** A heading; a line below a paragraph that is a scene break; or a paragraph, if it is too long for a title. */
function headingHtml(node: Extract<Node, { type: 'heading' }>, context: MarkdownContext): string {
  const html = inlineHtml(node.children, context).replaceAll('<br/>', ' ');
  const text = html.replace(/<a epub[^>]*>1<\/a>|<[^>]*>/g, '').trim();
  const raw = context.source.slice(startOf(node), endOf(node));
  if (text === '') return '<hr/>';
  // Inkling writes only volumes and chapters.
  if (context.isOwn && node.depth > 2) return line(html);
  const isTitle = isChapterTitle(text) || isPartTitle(text);
  if (!isTitle && (text.length > textLimits.title || /\n\s*-+\s*$/.test(raw)))
    return paragraphHtml(node, context) + (raw.startsWith('#') || !/\S{3}\s*$/.test(raw) ? '' : '<hr/>');
  const level = context.isOwn ? node.depth + 1 : node.depth;
  return `<h${level}>${html}</h${level}>`;
}

function itemHtml(item: Extract<Node, { type: 'listItem' }>, context: MarkdownContext): string {
  const number = /^\d+/.exec(context.source.slice(startOf(item), startOf(item) + 9))?.[0];
  const html = item.children.map((child) => htmlOf(child, context)).join('');
  if (html === '') return number === undefined ? '' : `<p>${number}.</p>`;
  return number === undefined ? `<ul><li>${html}</li></ul>` : `<ol><li value="${number}">${html}</li></ol>`;
}

/** A block as XHTML. */
export function htmlOf(node: Node, context: MarkdownContext): string {
  const all = (nodes: readonly Node[]) => nodes.map((child) => htmlOf(child, context)).join('');
  if (node.type === 'paragraph') return paragraphHtml(node, context);
  if (node.type === 'heading') return headingHtml(node, context);
  if (node.type === 'thematicBreak') return '<hr/>';
  if (node.type === 'code')
    return node.value
      .replace(/\n\s*(?=\n|$)/g, '')
      .split('\n')
      .map(codeLine)
      .join('');
  if (node.type === 'blockquote') return all(node.children);
  if (node.type === 'list') return node.children.map((item) => itemHtml(item, context)).join('');
  if (node.type === 'footnoteDefinition')
    return `<aside epub:type="footnote" id="${encodeURIComponent(referenceKey(node.identifier))}">${all(node.children)}</aside>`;
  if (node.type === 'table') {
    const cell = (children: readonly Phrasing[]) => `<td>${inlineHtml(children, context)}</td>`;
    const rows = node.children.map((row) => row.children.map(({ children }) => cell(children)).join(''));
    return `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
  }
  // What looks like a definition but is none, such as `[Ann]: Hello`.
  return node.type === 'definition' && !isAddress(node.url)
    ? line(escapeHtml(context.source.slice(startOf(node), endOf(node))))
    : '';
}

const endLabel = `<p><b>${endNoteLabel.replaceAll('*', '')}</b></p>`;

/**
 * An author's note of Inkling's export, which is a quotation below a chapter's heading or below a label; null for a
 * quotation in the text.
 */
export function ownNoteHtml(quote: Node, context: MarkdownContext, isFirst: boolean): string | null {
  if (quote.type !== 'blockquote') return null;
  const paragraphs = quote.children.map((child) => htmlOf(child, context));
  const isEnd = paragraphs[0] === endLabel;
  const html = paragraphs
    .slice(isEnd ? 1 : 0)
    .join('')
    .replaceAll('<p>', `<p role="${authorNoteType}">`);
  const isNote = (isEnd || isFirst) && html.replace(/<[^>]*>/g, '').length <= textLimits.authorNotes;
  return isNote ? html : null;
}
