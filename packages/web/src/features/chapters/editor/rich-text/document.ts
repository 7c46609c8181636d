import { type Block, parseChapterText, type Run } from '@inkling/contract/chapter-text';
import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import { countWords } from '@inkling/contract/words';
import type { Node } from 'prosemirror-model';
import { em, paragraph, sceneBreakNode, schema, strong, verse } from './schema.ts';

/**
 * The stored line of a block. A block that was read from a line keeps that line until it is edited, so that opening a
 * chapter changes nothing in it. Nodes never change, hence the key.
 */
const lines = new WeakMap<Node, string>();
const contents = new WeakMap<Node, string>();
const words = new WeakMap<Node, number>();

const textNodes = (runs: readonly Run[]): Node[] =>
  runs
    .filter(({ text }) => text !== '')
    .map((run) =>
      schema.text(run.text, [...(run.em ? [em.create()] : []), ...(run.strong ? [strong.create()] : [])]),
    );

export function nodeOf({ kind, runs }: Block): Node {
  if (kind === 'scene-break') return sceneBreakNode.create();
  return (kind === 'verse' ? verse : paragraph).create(null, textNodes(runs));
}

/** The runs of a paragraph or a line of verse. */
function runsOf(block: Node): Run[] {
  const runs: Run[] = [];
  block.forEach((node) => {
    runs.push({
      text: node.text ?? '',
      em: em.isInSet(node.marks) !== undefined,
      strong: strong.isInSet(node.marks) !== undefined,
    });
  });
  return runs;
}

export const blockOf = (node: Node): Block =>
  node.type === sceneBreakNode
    ? { kind: 'scene-break', runs: [] }
    : { kind: node.type === verse ? 'verse' : 'paragraph', runs: runsOf(node) };

/** The blocks of a content, in the order of its lines. */
export function nodesOf(content: string): Node[] {
  const text = content.replace(/\r\n?/g, '\n');
  return parseChapterText(text).map((block) => {
    const node = nodeOf(block);
    lines.set(node, text.slice(block.from, block.to));
    return node;
  });
}

export const documentOf = (content: string): Node => schema.node('doc', null, nodesOf(content));

function lineOf(block: Node): string {
  const known = lines.get(block);
  if (known !== undefined) return known;
  const line = serializeChapterText([blockOf(block)]);
  lines.set(block, line);
  return line;
}

/** The content that a document shows. Only edited blocks are written again, so that a key press costs little. */
export function contentOf(doc: Node): string {
  const known = contents.get(doc);
  if (known !== undefined) return known;
  const content = doc.children.map(lineOf).join('\n');
  contents.set(doc, content);
  return content;
}

function wordsOfBlock(block: Node): number {
  const known = words.get(block);
  if (known !== undefined) return known;
  const count = countWords(lineOf(block));
  words.set(block, count);
  return count;
}

/** The words of a document, counted by block: no word crosses a line. */
export const wordsOf = (doc: Node): number =>
  doc.children.reduce((sum, block) => sum + wordsOfBlock(block), 0);
