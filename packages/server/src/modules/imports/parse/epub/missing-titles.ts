import { isExcludedTitle, isExcludedType } from '../excluded-pages.ts';
import { afterContents, findHeadings, type TextHeading } from '../formats/text-headings.ts';
import { isChapterTitle, titleKey } from '../titles.ts';
import type { Block } from './blocks.ts';
import { type Entry, headingText } from './entries.ts';
import { isExcludedPage, type Work } from './work.ts';

const maxText = 200;
/** Titles with fewer words below most of them are lines of a text, and numbers those of a list. */
const minWords = 5;
const minWordsOfNumber = 50;

const isNumber = ({ kind }: TextHeading) => kind === 'bare number' || kind === 'titled number';

/**
 * The blocks of a book that has its titles in ordinary paragraphs ('Chapter One', 'II', or short lines in bold and centered), with headings in their place;
 * null if it has fewer than two.
 */
export function withParagraphTitles({ text, isLive, words }: Work): Block[] | null {
  const texts = text.blocks.map((block, at) => {
    const isTitle = block.kind === 'line' && !block.continued && !block.verse && block.prefix === '';
    return { lines: [isTitle && isLive(at) ? headingText(block).slice(0, maxText) : ''], indented: false };
  });
  const isBold = (at: number) =>
    text.blocks[at]?.runs.every((run) => run.strong || run.text.trim() === '') === true;
  const start = afterContents(texts, 0);
  const found = findHeadings(texts.slice(start)).map((heading) => ({
    ...heading,
    at: heading.at + start,
    next: heading.next + start,
  }));
  // The name below a label in bold is in bold, too.
  for (const heading of found)
    if (isBold(heading.at) && !isBold(heading.next - 1)) heading.next = heading.at + 1;

  if (found.filter(({ kind }) => kind !== 'part').length < 2)
    found.push(
      ...text.blocks.flatMap((block, at) =>
        at >= start && block.isDisplayed && isLive(at) && found.every((one) => at < one.at || at >= one.next)
          ? [{ at, next: at + 1, title: headingText(block), kind: 'chapter' as const, number: 0 }]
          : [],
      ),
    );
  const chapters = found.filter(({ kind }) => kind !== 'part').sort((a, b) => a.at - b.at);
  const least = chapters.every(({ at }) => isBold(at))
    ? 0
    : chapters.some(isNumber)
      ? minWordsOfNumber
      : minWords;
  const short = chapters.filter(
    ({ next }, i) => words(next, chapters[i + 1]?.at ?? text.blocks.length) < least,
  );
  if (chapters.length < 2 || short.length > chapters.length / 2) return null;
  const levels = new Map<number, number>();
  for (const { at, next, kind } of found)
    for (let line = at; line < next; line += 1) levels.set(line, kind === 'part' ? 1 : 2);
  // The contents are a page of their own.
  for (let at = 0; at < start; at += 1)
    if (isExcludedTitle(titleKey(texts[at]?.lines[0] ?? ''))) levels.set(at, 2);
  return text.blocks.map((block, at) => {
    const level = levels.get(at);
    return level === undefined ? block : { ...block, kind: 'heading', level };
  });
}

/**
 * Adds entries that are missing in the table of contents: files before the first entry and after an excluded page, pages
 * of back matter, chapters below a part, and headings `Chapter N`.
 */
export function withUnnamed(work: Work, entries: readonly Entry[]): Entry[] {
  const { blocks, files } = work.text;
  /** The first block of each file, by the first one of the work in it. */
  const opened = new Map<number, number>();
  for (const { from, to } of files) {
    let at = from;
    while (at < to && !work.isLive(at)) at += 1;
    if (at < to) opened.set(at, from);
  }
  const implicit = { title: '', implicit: true };
  const front = [...opened.keys()].filter((at) => at < (entries[0]?.at ?? blocks.length));
  const named: readonly Entry[] = [...front.map((at) => ({ at, depth: 0, ...implicit })), ...entries];

  return named.flatMap((entry, i) => {
    const all = [entry];
    const end = named[i + 1]?.at ?? blocks.length;
    const pageEnd = files.find((file) => file.from > entry.at && file.from < end)?.from ?? end;
    let afterPage = isExcludedPage(work, entry, pageEnd);
    let [level, depth, seenLine] = [0, entry.depth, false];
    for (let at = entry.at; at < end; at += 1) {
      const block = blocks[at];
      if (block === undefined || !work.isLive(at)) continue;
      const heading = block.kind === 'heading' ? headingText(block) : '';
      const file = opened.get(at) ?? 0;
      const opensFile = file > entry.at;
      const isPage =
        opensFile && (isExcludedTitle(titleKey(heading)) || isExcludedType(work.marks.get(file) ?? []));
      const isOther = heading !== '' && level > 0 && (!seenLine || block.level <= level);
      const isNext = seenLine && isChapterTitle(heading);
      // A part's page has only its heading; the chapters below it may be missing in the table of contents.
      if (opensFile && isOther && !seenLine && all.length === 1) depth += 1;
      if (isPage || isNext || (opensFile && (isOther || afterPage))) {
        all.push({ at, depth: isPage ? entry.depth : depth, ...implicit });
        [afterPage, seenLine, level] = [isPage, false, 0];
      }
      if (heading !== '' && level === 0) level = block.level;
      seenLine ||= block.kind === 'line';
    }
    return all;
  });
}
