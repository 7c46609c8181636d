import { type Run, sceneBreak } from '@inkling/contract/chapter-text';
import { countWidened, escapeText, serializeChapterText } from '@inkling/contract/chapter-text-write';
import type { ImportLosses } from '@inkling/contract/imports';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { noLosses, textLimits } from '../book.ts';
import { isSceneBreak, lineOf, literalLine, plainOf, withPrefix } from '../lines.ts';
import { isChapterTitle, isPartTitle, isUnnumberedChapter, labelOf } from '../titles.ts';
import { splitAtLineEnds } from './emphasis.ts';
import { chunksOf, isAddress, linkDefinitions } from './markdown-chunks.ts';
import {
  endOf,
  hardBreak,
  type MarkdownContext,
  type MarkdownNode,
  referenceKey,
  runsOf,
  startOf,
} from './markdown-runs.ts';

export type MarkdownBlock =
  | { kind: 'heading'; level: number; text: string }
  /** `title` is the text of a paragraph that is only a chapter's title or number in bold. */
  | { kind: 'quote' | 'text'; lines: string[]; title?: string };

export interface MarkdownText {
  blocks: MarkdownBlock[];
  /** The lines of each note, by key. */
  notes: Map<string, string[]>;
  losses: ImportLosses;
}

// Prose is indented; addresses are text; HTML is read tag by tag.
const unused = 'codeIndented htmlFlow tasklistCheck wwwAutolink protocolAutolink emailAutolink';
const extensions = [gfm({ singleTilde: false }), { disable: { null: unused.split(' ') } }];
const mdastExtensions = [gfmFromMarkdown()];

/** A reference to a note; its key is between the brackets. */
export const noteMark = /\[\^[^\]]+\]/g;
const trimStart = ([first, ...rest]: readonly Run[]): Run[] =>
  first === undefined ? [] : [{ ...first, text: first.text.trimStart() }, ...rest];
const replaced = (runs: readonly Run[], from: string, to: string): Run[] =>
  runs.map((run) => ({ ...run, text: run.text.replaceAll(from, to) }));

/** Lines that begin with `|`: verse, as Pandoc and Inkling's export write it, or a row of a table if it ends so too. */
function barLines(raw: string, runs: readonly Run[]): string[] | null {
  const typed = raw.split('\n').map((line) => line.replace(/^[\s>]+/, ''));
  if (!typed.every((line) => line === '|' || /^\|\s/.test(line) || /^\|.*\|\s*$/.test(line))) return null;
  return splitAtLineEnds(replaced(runs, hardBreak, '\n'), '\n').map((line, i) => {
    const [first, ...rest] = line;
    const content = first ? [{ ...first, text: first.text.slice(1) }, ...rest] : [];
    if (!/.\|\s*$/.test(typed[i] ?? ''))
      return serializeChapterText([
        {
          kind: 'verse',
          runs: content.map((run, at) => (at === 0 ? { ...run, text: run.text.slice(1) } : run)),
        },
      ]);
    const last = content.at(-1);
    return lineOf(
      trimStart([
        ...content.slice(0, -1),
        ...(last ? [{ ...last, text: last.text.replace(/\|\s*$/, '') }] : []),
      ]),
    );
  });
}

function paragraphLines(
  node: Extract<MarkdownNode, { type: 'paragraph' | 'heading' }>,
  context: MarkdownContext,
) {
  const raw = context.source.slice(startOf(node), endOf(node));
  const runs = runsOf(node.children, context);
  const bars = barLines(raw, runs);
  if (bars !== null) return bars;
  if (!context.isOwn) context.losses.widened += countWidened(runs);
  if (context.isOwn) return [serializeChapterText([{ kind: 'paragraph', runs }])];
  const typed = raw.split(/(?: {2,}|\\)\n|<br\s*\/?>/i);
  // Emphasis may go on over a line end.
  return splitAtLineEnds(replaced(runs, '\n', ' '), hardBreak).map((line, i) =>
    isSceneBreak(typed[i] ?? '') || isSceneBreak(plainOf(line)) ? sceneBreak : lineOf(trimStart(line)),
  );
}

function itemLines(item: Extract<MarkdownNode, { type: 'listItem' }>, context: MarkdownContext): string[] {
  const number = /^\d+/.exec(context.source.slice(startOf(item), startOf(item) + 9))?.[0];
  const [first = '', ...rest] = item.children.flatMap((child) => linesOf(child, context));
  if (first === '') return number === undefined ? [] : [`${number}.`];
  return [
    first === sceneBreak ? first : withPrefix(number === undefined ? '• ' : `${number}. `, first),
    ...rest,
  ];
}

/** The content lines of a block. */
function linesOf(node: MarkdownNode, context: MarkdownContext): string[] {
  const { losses, source } = context;
  if (node.type === 'paragraph' || node.type === 'heading') return paragraphLines(node, context);
  if (node.type === 'thematicBreak') return [sceneBreak];
  if (node.type === 'code') return node.value.split('\n').map(literalLine);
  if (node.type === 'blockquote') return node.children.flatMap((child) => linesOf(child, context));
  if (node.type === 'list') return node.children.flatMap((item) => itemLines(item, context));
  if (node.type === 'table') {
    losses.tables += 1;
    return node.children.map(({ children }) =>
      lineOf(
        children.flatMap((cell, i) => [
          ...(i === 0 ? [] : [{ text: ' | ', em: false, strong: false }]),
          ...runsOf(cell.children, context),
        ]),
      ),
    );
  }
  // What looks like a definition but is none, such as `[Ann]: Hello`.
  if (node.type === 'definition' && !isAddress(node.url))
    return [literalLine(source.slice(startOf(node), endOf(node)))];
  return [];
}

/** A heading; a line below a paragraph that is a scene break; or a paragraph, if it is too long for a title. */
function headingBlocks(
  node: Extract<MarkdownNode, { type: 'heading' }>,
  context: MarkdownContext,
): MarkdownBlock[] {
  const runs = runsOf(node.children, context);
  const notes = runs.flatMap(({ text }) => text.match(noteMark) ?? []);
  const text = plainOf(replaced(runs, hardBreak, ' '))
    .replace(noteMark, '')
    .trim();
  const raw = context.source.slice(startOf(node), endOf(node));
  const isTitle = isChapterTitle(text) || isPartTitle(text);
  const isLong = text.length > textLimits.title;
  if (text === '') return [{ kind: 'text', lines: [sceneBreak] }];
  const lines: MarkdownBlock = { kind: 'text', lines: paragraphLines(node, context) };
  if (!isTitle && (isLong || /\n\s*-+\s*$/.test(raw)))
    return raw.startsWith('#') || !/\S{3}\s*$/.test(raw)
      ? [lines]
      : [lines, { kind: 'text', lines: [sceneBreak] }];
  const heading: MarkdownBlock = { kind: 'heading', level: node.depth, text };
  // A title has no notes: they follow it, as does all of one that is too long.
  if (isLong) return [heading, lines];
  return notes.length === 0 ? [heading] : [heading, { kind: 'text', lines: [notes.join(' ')] }];
}

function titleOf(node: MarkdownNode, lines: readonly string[], context: MarkdownContext): string | undefined {
  if (node.type !== 'paragraph' || node.children.length !== 1 || lines.length !== 1) return undefined;
  const runs = runsOf(node.children, context);
  const text = plainOf(runs);
  const isShort = text.split(/\s+/).length <= 6;
  const isTitle =
    isChapterTitle(text) ||
    isPartTitle(text) ||
    (isShort && isUnnumberedChapter(text)) ||
    labelOf(text) !== null;
  return isTitle && runs.every(({ strong }) => strong) ? text : undefined;
}

/** Parses Markdown into headings, quotations and content lines. */
export function readMarkdownBlocks(
  source: string,
  options: Pick<MarkdownContext, 'underlineAsItalics' | 'isOwn'>,
): MarkdownText {
  const links = linkDefinitions(source);
  const text: MarkdownText = { blocks: [], notes: new Map(), losses: noLosses() };
  const { blocks, notes, losses } = text;
  for (const chunk of chunksOf(source, links, options.isOwn)) {
    if (chunk.kind === 'plain') {
      const line = chunk.text.replace(/\s*\n\s*/g, ' ');
      const typed = options.isOwn ? escapeText(line.trim()) : literalLine(line);
      blocks.push({ kind: 'text', lines: [isSceneBreak(line) && !options.isOwn ? sceneBreak : typed] });
      continue;
    }
    const context: MarkdownContext = {
      source: chunk.text,
      links: new Set(links.keys()),
      losses,
      ...options,
    };
    for (const node of fromMarkdown(chunk.text, { extensions, mdastExtensions }).children) {
      if (startOf(node) >= chunk.length) break;
      if (node.type === 'heading') blocks.push(...headingBlocks(node, context));
      else if (node.type === 'footnoteDefinition') {
        const key = referenceKey(node.identifier);
        const lines = node.children.flatMap((child) => linesOf(child, context));
        notes.set(
          notes.has(key) ? `${key}\n${notes.size}` : key,
          lines.filter((line) => line !== ''),
        );
      } else {
        const kind = node.type === 'blockquote' ? 'quote' : 'text';
        const all = linesOf(node, context);
        // The empty lines of an author's note.
        const lines = options.isOwn && kind === 'quote' ? all : all.filter((line) => line !== '');
        const title = titleOf(node, lines, context);
        if (lines.length > 0) blocks.push({ kind, lines, ...(title !== undefined && { title }) });
      }
    }
  }
  return text;
}
