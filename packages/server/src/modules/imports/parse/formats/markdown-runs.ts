import type { Run } from '@inkling/contract/chapter-text';
import { canClose, canOpen, charAt, kindBefore, kindOf } from '@inkling/contract/chapter-text-borders';
import type { ImportLosses } from '@inkling/contract/imports';
import type { fromMarkdown } from 'mdast-util-from-markdown';

export type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number];
export type Phrasing = Extract<MarkdownNode, { type: 'paragraph' }>['children'][number];

/** What the text of a Markdown file is read with. */
export interface MarkdownContext {
  /** The text that the nodes' positions refer to. */
  source: string;
  /** The keys of link definitions. */
  links: ReadonlySet<string>;
  losses: ImportLosses;
  underlineAsItalics: boolean;
  /** Whether Inkling wrote the file: spaces and ornaments are as typed. */
  isOwn: boolean;
}

export const startOf = (node: MarkdownNode): number => node.position?.start.offset ?? 0;
export const endOf = (node: MarkdownNode): number => node.position?.end.offset ?? 0;

/** The key of a link or note definition. */
export const referenceKey = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

/** Where a text has a line end: U+2028 where its author set it, a line feed in the middle of a paragraph. */
export const hardBreak = '\u2028';

const elements: Record<string, 'em' | 'strong' | 'underlined' | 'struck'> = {
  em: 'em',
  i: 'em',
  strong: 'strong',
  b: 'strong',
  u: 'underlined',
  ins: 'underlined',
  s: 'struck',
  strike: 'struck',
  del: 'struck',
};

/** Whether marks that CommonMark pairs are at the borders of words, as those of a chapter are: `f*ck, sh*t` has none. */
const isEmphasis = (source: string, start: number, end: number, size: number): boolean =>
  canOpen(kindBefore(source, start), kindOf(charAt(source, start + size))) &&
  canClose(kindBefore(source, end - size), kindOf(charAt(source, end)));

/**
 * The runs of a paragraph: links become their text, images and HTML tags except those of emphasis are left out, code is
 * literal. A reference to a note is `[^key]`.
 */
export function runsOf(nodes: readonly Phrasing[], context: MarkdownContext): Run[] {
  const { source, links, losses, underlineAsItalics } = context;
  const runs: Run[] = [];
  const open = { em: 0, strong: 0, underlined: 0, struck: 0 };
  const end = nodes.at(-1)?.position?.end.offset ?? 0;
  const add = (text: string) => {
    const em = open.em > 0 || (underlineAsItalics && open.underlined > 0);
    if (text !== '') runs.push({ text, em, strong: open.strong > 0 });
  };
  const addHtml = (tag: string, from: number) => {
    if (/^<br\s*\/?>$/i.test(tag)) add(hardBreak);
    const [, slash, name = ''] = /^<(\/?)([a-z]+)>$/i.exec(tag) ?? [];
    const style = elements[name.toLowerCase()];
    if (style === undefined) return;
    if (slash === '/') open[style] -= open[style] > 0 ? 1 : 0;
    else if (source.slice(from, end).includes(`</${name}>`)) {
      open[style] += 1;
      if (style === 'underlined' || style === 'struck') losses[style] += 1;
    }
  };
  const walk = (children: readonly Phrasing[]): void => {
    for (const node of children) {
      const [from, to] = [startOf(node), endOf(node)];
      if (node.type === 'text' || node.type === 'inlineCode') add(node.value);
      else if (node.type === 'break') add(hardBreak);
      else if (node.type === 'html') addHtml(node.value, to);
      else if (node.type === 'footnoteReference') add(`[^${referenceKey(node.identifier)}]`);
      else if (node.type === 'image' || node.type === 'imageReference') losses.images += 1;
      else if (node.type === 'delete') {
        losses.struck += 1;
        walk(node.children);
      } else if (node.type === 'emphasis' || node.type === 'strong') {
        const style = node.type === 'strong' ? 'strong' : 'em';
        const size = style === 'strong' ? 2 : 1;
        const counts = isEmphasis(source, from, to, size);
        if (counts) open[style] += 1;
        else add(source.slice(from, from + size));
        walk(node.children);
        if (counts) open[style] -= 1;
        else add(source.slice(to - size, to));
      } else if (node.type === 'link') {
        if (!node.url.startsWith('#')) losses.links += 1;
        walk(node.children);
      } else if (node.type === 'linkReference') {
        const isLink = links.has(referenceKey(node.identifier));
        if (!isLink) add('[');
        walk(node.children);
        if (!isLink) add(']');
      }
    }
  };
  walk(nodes);
  return runs;
}
