import { countWords } from '@inkling/contract/words';
import { Parser } from 'htmlparser2';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { noLosses, type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { blockBuilder } from '../epub/block-builder.ts';
import type { Block, PageText } from '../epub/blocks.ts';
import { isElementTag } from '../epub/elements.ts';
import { headingText, titleHeading } from '../epub/entries.ts';
import { readStyles } from '../epub/styles.ts';
import { isGutenberg } from '../gutenberg.ts';
import { cleanText, isSceneBreak, plainOf } from '../lines.ts';
import { ownSections } from '../office/read-pages.ts';
import { bookOfPages } from '../pages.ts';
import { ownPieces } from '../sections.ts';
import { titleLine, truncate } from '../titles.ts';
import { splitFrontMatter } from './front-matter.ts';
import { chunksOf, definitionsIn, isAddress, referenceKey, withoutMarkup } from './markdown-chunks.ts';
import { runsOfPlain, startOf, writeAll, writeOwnNote } from './markdown-nodes.ts';

// Prose is indented; addresses are text; HTML is read tag by tag.
const unused = 'codeIndented htmlFlow tasklistCheck wwwAutolink protocolAutolink emailAutolink';
const extensions = [gfm({ singleTilde: false }), { disable: { null: unused.split(' ') } }];
const mdastExtensions = [gfmFromMarkdown()];

const styles = readStyles(['p { margin: 0 }']);

function pageOf(text: string, isOwn: boolean): PageText {
  const to = blockBuilder('', styles, isOwn);
  const definitions = definitionsIn(text);
  const used = new Set(
    [...text.matchAll(/\[\^([^\]\s]+)\](?!:)/g)].map(([, name = '']) => referenceKey(name)),
  );
  const notes: (() => void)[] = [];
  let isChapterStart = false;
  for (const chunk of chunksOf(text, definitions)) {
    if (chunk.kind === 'plain') {
      const line = chunk.text.includes('\n') ? chunk.text.replace(/\s*\n\s*/g, ' ') : chunk.text;
      if (isSceneBreak(line) && !isOwn) to.element('hr', []);
      else to.element('p', [runsOfPlain(isOwn ? line.trim() : line)]);
      isChapterStart = false;
      continue;
    }
    const context = { to, source: chunk.text, ...definitions, isOwn };
    for (const node of fromMarkdown(chunk.text, { extensions, mdastExtensions }).children) {
      if (startOf(node) >= chunk.length) break;
      if (node.type !== 'footnoteDefinition') {
        if (!isOwn || !writeOwnNote(node, context, isChapterStart)) writeAll([node], context);
      } else if (used.has(referenceKey(node.identifier))) notes.unshift(() => writeAll([node], context));
      // Notes that nothing refers to end the text.
      else
        notes.push(
          () => to.element('hr', []),
          () => writeAll(node.children, context),
        );
      isChapterStart = node.type === 'heading' && node.depth <= 2;
    }
  }
  for (const add of notes) add();
  return to.done();
}

const maxDescriptionWords = 300;

/** Takes the author's name and the blurb from the text between the book's title and the first chapter. */
function takeOpening(opening: Block[], author: string | null, description: string) {
  const found = { author, description };
  const take = (block: Block) => Object.assign(block, { kind: 'break', runs: [] });
  const [first] = opening;
  const byline = first && /^by\s+(.{1,80})$/i.exec(plainOf(first.runs))?.[1];
  if (author === null && first && byline !== undefined) {
    found.author = byline;
    take(first);
  }
  const lines = opening.map(({ runs }) => plainOf(runs)).filter((line) => line !== '');
  const text = lines.join('\n');
  if (description !== '' || text.length > textLimits.description || countWords(text) > maxDescriptionWords)
    return found;
  opening.forEach(take);
  return { ...found, description: text };
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  let plain = '';
  new Parser({ ontext: (part) => (plain += part) }).end(text.replaceAll('<', '&lt;'));
  return plain;
}

/** The words of a file, without those of tags, addresses and marks of notes. */
const wordsOf = (markup: string): string[] =>
  markup
    .replace(/<[^<>\n]{0,2000}>/g, (tag) =>
      !isElementTag(tag)
        ? tag
        : /^<\/?(?:em|i|strong|b|u|ins|s|strike|del|span|a|su[bp]|font|small|mark|abbr)\b/i.test(tag)
          ? ''
          : ' ',
    )
    .replace(/!\[[^\]]{0,1000}\](?:\([^()]{0,2000}\)|\[[^\]]{0,1000}\])?/g, '')
    .replace(/\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\)/g, ']')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .split(/\n{2,}/)
    .map((block) =>
      decoded(
        block
          .replace(/^ {0,3}\[[^\]^][^\]\n]*\]:[ \t]*(\S+).*$/gm, (all, url) => (isAddress(url) ? '' : all))
          .replace(/^([ >]*)(`{3,}|~{3,}).*$/gm, ''),
      ),
    );

/** Parses a Markdown story. `name` is the fallback title. */
export function readMarkdown(source: string, name: string, options: ReadOptions): PiecedBook {
  const { body, isOwn, ...front } = splitFrontMatter(cleanText(source));
  const losses = noLosses();
  const count = (left: string) => {
    losses.words += countWords(left);
  };
  const markup = isOwn ? body : withoutMarkup(body, count);
  const file = { ...pageOf(markup, isOwn), isGutenberg: isGutenberg(markup) };
  const details = { ...front, format: 'markdown' as const, cover: null, losses };
  if (isOwn) {
    const pieces = ownPieces(ownSections(file.blocks, { title: '', author: null, description: '' }));
    return { ...details, losses: file.losses, pieces, seen: [], isExact: true };
  }
  const { blocks } = file;
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const [only] = headings;
  const top = titleHeading(file) ?? (headings.length === 1 && only?.level === 1 ? only : null);
  const title = truncate(front.title || titleLine(top ? headingText(top) : '') || name, textLimits.title);
  const start = top ? blocks.indexOf(top) + 1 : 0;
  const end = blocks.findIndex((block, at) => at >= start && block.kind === 'heading');
  const { author, description } = takeOpening(
    blocks.slice(start, Math.max(start, end)),
    front.author,
    front.description,
  );
  return {
    ...bookOfPages([file], { ...details, title, author, description }, options),
    seen: wordsOf(markup),
  };
}
