import { withoutStruckMarks } from '@inkling/contract/struck-marks';
import { countWords } from '@inkling/contract/words';
import { languageNamed } from '../../../../platform/guess-language.ts';
import { emptyBook, noLosses, type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { bookOfPages } from '../epub/assemble.ts';
import { type Block, plainBlock, plainRun } from '../epub/blocks.ts';
import { detailsOf, fieldsOf } from '../epub/serials.ts';
import { isExcludedTitle, isGutenberg, workBetween } from '../excluded-pages.ts';
import { cleanLine, cleanText, dropIllustrations, wordsIn } from '../lines.ts';
import { isChapterTitle, isPartTitle, labelOf, titleKey, titleLine, truncate } from '../titles.ts';
import {
  afterContents,
  blocksOfText,
  bookBlocks,
  findHeadings,
  isSequence,
  type TextBlock,
  type TextHeading,
  widthOf,
} from './text-headings.ts';

const fieldLine = /^(?:Title|Author|Language):[ \t]*\S/i;

/** Gutenberg's texts start with 'Title: …' and 'Author: …'; a long title continues on indented lines. */
function headerOf(head: readonly TextBlock[]) {
  const text = head.map(({ lines }) => lines.join('\n')).join('\n\n');
  const of = (name: string) =>
    cleanLine(
      new RegExp(`^[ \\t]*${name}:[ \\t]*(\\S.*(?:\\n[ \\t]{2,}\\S.*)*)`, 'im').exec(text)?.[1] ?? '',
    );
  return { title: of('Title'), author: of('Author') || null, language: languageNamed(of('Language')) };
}

const wordsOf = (blocks: readonly TextBlock[]) => wordsIn(blocks.flatMap(({ lines }) => lines));

const isFields = (block: TextBlock) => fieldLine.test(block.lines[0]?.trim() ?? '');

// A title on a separate line with 'by …' below it.
function titlePageOf(blocks: readonly TextBlock[]): { title: string; author: string; next: number } | null {
  const lines = blocks
    .slice(0, 4)
    .flatMap((block, at) => block.lines.map((line) => ({ line: line.trim(), at })));
  const by = lines.findIndex(({ line }) => /^by\b/i.test(line));
  if (by < 1 || by > 3) return null;
  const title = lines
    .slice(0, by)
    .map(({ line }) => line)
    .join(' ');
  const same = /^by\s+(\S.{1,80})$/i.exec(lines[by]?.line ?? '')?.[1];
  const author = same ?? lines[by + 1]?.line ?? '';
  if (title.length > 150 || author === '' || author.length > 80) return null;
  return { title, author, next: (lines[same === undefined ? by + 1 : by]?.at ?? 0) + 1 };
}

const maxNumber = 60;

// Texts without blank lines have headings between their paragraphs, each of which is one line.
function splitAtHeadings(blocks: TextBlock[]): TextBlock[] {
  const isNumber = (line: string) =>
    line.length < maxNumber && line === line.toUpperCase() && labelOf(line)?.kind === 'number';
  const numbers = blocks.flatMap(({ lines }) => lines.map((line) => line.trim()).filter(isNumber));
  const areNumbered = isSequence(numbers.map((line) => labelOf(line)?.number ?? 0));
  const isHeading = (raw: string) => {
    const line = raw.trim();
    return isChapterTitle(line) || isPartTitle(line) || (areNumbered && isNumber(line));
  };
  const inside = blocks.some(({ lines }) => lines.length > 3 && lines.some(isHeading));
  if (!inside || widthOf(blocks) > 0) return blocks;
  return blocks.flatMap(({ lines }) => lines.map((line) => ({ lines: [line], indented: /^\s/.test(line) })));
}

/** The blocks of a book's body, with headings in their places; `all` show the width of its lines. */
function blocksOf(
  all: readonly TextBlock[],
  blocks: readonly TextBlock[],
  headings: readonly TextHeading[],
): Block[] {
  const width = widthOf(all);
  const areParts = headings.some((heading) => heading.kind !== 'part' && heading.kind !== 'unnumbered');
  const byStart = new Map(headings.map((heading) => [heading.at, heading]));
  const found: Block[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const heading = byStart.get(at);
    const block = blocks[at];
    if (heading !== undefined) {
      const level = heading.kind === 'part' && areParts ? 1 : 2;
      found.push({ ...plainBlock, kind: 'heading', level, runs: [plainRun(heading.title)] });
      at = heading.next - 1;
    } else if (block) found.push(...bookBlocks(block, width, found.at(-1)?.kind !== 'line'));
  }
  return found;
}

/** Parses a plain text story. `name` is the fallback title. */
export function readPlainText(source: string, name: string, options: ReadOptions): PiecedBook {
  const { text: plain, struck } = withoutStruckMarks(cleanText(source));
  const losses = noLosses();
  const drop = (found: string) => {
    losses.words += countWords(found);
  };
  const all = splitAtHeadings(blocksOfText(dropIllustrations(plain, drop)));
  const work = workBetween(all.map((block) => block.lines.map((line) => line.trim()).join(' ')));
  const header = headerOf(all.slice(0, work.from > 0 ? work.from : 3));
  let { from, to } = work;
  // FanFicFare's last line.
  if (/^end file\.$/i.test(all[to - 1]?.lines.join(' ').trim() ?? '')) to -= 1;
  for (let block = all[from]; block && from < to && isFields(block); block = all[from]) from += 1;
  const blocks = all.slice(from, to);
  const opening = titlePageOf(blocks);
  const first = opening?.next ?? 0;
  const title = truncate(header.title || titleLine(opening?.title ?? '') || name, textLimits.title);
  const author = header.author ?? (opening === null ? null : titleLine(opening.author));
  const start = afterContents(blocks, first);
  const body = blocks.slice(start);
  const headings = findHeadings(body).filter((heading) => !isExcludedTitle(titleKey(heading.title)));
  losses.struck = struck;
  losses.words += wordsOf([...all.slice(0, from), ...all.slice(to), ...blocks.slice(first, start)]);
  const page = {
    blocks: blocksOf(blocks, body, headings),
    anchors: new Map(),
    losses,
    isGutenberg: isGutenberg(source),
  };
  const language = header.language;
  const found = bookOfPages([page], { format: 'text', title, author, language }, options);
  const fields = fieldsOf(blocks.slice(0, start).flatMap(({ lines }) => lines.map(cleanLine)));
  if (fields.size > 0) found.site = detailsOf(fields);
  if (found.pieces.length === 0) throw emptyBook();
  const seen = [...blocks.slice(0, first), ...body].map(({ lines }) => lines.join(' '));
  return { ...found, seen };
}
