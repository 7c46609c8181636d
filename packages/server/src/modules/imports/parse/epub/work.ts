import { isExcludedTitle, isExcludedType, isNotesTitle, workBetween } from '../excluded-pages.ts';
import { plainOf, withoutIllustrations, wordsIn } from '../lines.ts';
import { isChapterTitle, labelOf, titleKey } from '../titles.ts';
import type { Block, BookText } from './blocks.ts';
import { isNotesType } from './elements.ts';
import { type Entry, headingText, positionOf, titleHeading } from './entries.ts';
import { type Notes, noteLines } from './notes.ts';
import type { BookPackage, Toc } from './package.ts';

/** A page of front or back matter has fewer words; a longer one is a chapter, regardless of its title. */
const pageWords = 1500;

/** A book's text with information about its blocks. */
export type Work = ReturnType<typeof workOf>;

/** Determines for every block whether it is part of the work. */
export function workOf(
  text: BookText,
  notes: Notes,
  toc: Toc,
  book: Pick<BookPackage, 'title' | 'author' | 'guide'>,
) {
  const plain = text.blocks.map((block) => plainOf(block.runs));
  const { from, to } = workBetween(plain);
  const linear = new Uint8Array(text.blocks.length);
  for (const file of text.files) if (file.linear) linear.fill(1, file.from, file.to);
  const sums = [0];
  let lostWords = 0;
  const seen: string[] = [];
  for (const note of new Set(notes.of.values())) seen.push(...noteLines(note, () => 0, notes));
  const live = text.blocks.map((block, at) => {
    const isWork = linear[at] === 1 && at >= from && at < to && !notes.taken.has(at);
    const isLive = isWork && !isExcludedType(block.types) && !isEmptied(text, notes, at);
    const line = isLive && block.kind === 'line' ? plainOf(withoutIllustrations(block.runs)) : '';
    const words = wordsIn([line]);
    if (isLive)
      seen.push(plainOf(withoutIllustrations(block.runs.filter(({ link }) => !link || !notes.of.has(link)))));
    if (!isLive && !notes.taken.has(at)) lostWords += wordsIn([plain[at] ?? '']);
    else if (isLive && line !== plain[at] && block.kind === 'line')
      lostWords += wordsIn([plain[at] ?? '']) - words;
    sums.push((sums.at(-1) ?? 0) + words);
    return isLive && (block.kind !== 'line' || line !== '');
  });
  const marks = new Map<number, string[]>();
  for (const { type, target } of [...book.guide, ...toc.landmarks]) {
    const at = positionOf(text, target);
    if (at !== null) marks.set(at, [...(marks.get(at) ?? []), type]);
  }
  const isLive = (at: number) => live[at] === true;
  const top = toc.entries.length === 0 ? titleHeading(text, isLive) : null;
  const names = [
    book.title,
    book.author ?? '',
    `by ${book.author ?? ''}`,
    ...(top ? [headingText(top)] : []),
  ];
  return {
    text,
    notes,
    /** Whether a block is part of the work's running text. */
    isLive,
    /** The number of words of running text in blocks `start` up to `end`. */
    words: (start: number, end: number) => (sums[end] ?? 0) - (sums[start] ?? 0),
    /** The number of words that are not part of the work. */
    lostWords,
    /** The texts of the work and its notes. */
    seen,
    /** Types by block index, from the guide and the landmarks. */
    marks,
    /** Keys of the book's title and author. */
    names: new Set(names.map(titleKey)),
    /** The paragraphs that begin a scene by the space above them. */
    scenes: scenesOf(text.blocks),
  };
}

// Whether a heading such as 'Footnotes:' is left without content, since its notes were moved to their chapters.
function isEmptied(text: BookText, notes: Notes, at: number): boolean {
  const block = text.blocks[at];
  if (block === undefined || block.kind === 'break' || block.runs.length > 3) return false;
  let next = at + 1;
  while (text.blocks[next]?.kind === 'break') next += 1;
  if (!notes.taken.has(next)) return false;
  const isTitle = isNotesTitle(titleKey(headingText(block)));
  return isTitle || (block.kind === 'heading' && [...block.types].some(isNotesType));
}

/** The live blocks `from` up to `to`. */
export const blocksBetween = ({ text, isLive }: Work, from: number, to: number): Block[] =>
  text.blocks.slice(from, to).filter((_, i) => isLive(from + i));

/** Whether the page from an entry up to `to` is not part of the work. */
export function isExcludedPage(work: Work, entry: Entry, to: number): boolean {
  if (isChapterTitle(entry.title) || labelOf(entry.title)) return false;
  const [first] = blocksBetween(work, entry.at, to);
  const heading = first?.kind === 'heading' ? headingText(first) : '';
  const named = [entry.title, heading].some((title) => isExcludedTitle(titleKey(title)));
  const marked = isExcludedType(work.marks.get(entry.at) ?? []) && !isChapterTitle(heading);
  return (named || marked) && work.words(entry.at, to) < pageWords;
}

/** What is above all but this share of a book's paragraphs is the usual space. */
const usualShare = 0.8;
/** The additional space above the first paragraph of a scene, in em. */
const sceneSpace = 0.8;
/** Empty lines begin scenes if fewer than this share of the paragraphs have one above. */
const fewBlanks = 0.4;
/** A line with space above and below it is displayed, like an inscription, if it is shorter. */
const maxDisplayed = 100;

/**
 * The paragraphs that begin a scene: those with more space above them than the others have
 * (docs/product/imports.md#what-is-imported).
 */
function scenesOf(blocks: readonly Block[]): ReadonlySet<Block> {
  const measured = blocks.filter(({ kind, verse, gap }) => kind === 'line' && !verse && gap >= 0);
  const gaps = measured.map(({ gap }) => gap).sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length * usualShare)] ?? Number.POSITIVE_INFINITY;
  const lines = blocks.filter(({ kind, verse }) => kind === 'line' && !verse);
  const hasFewBlanks = lines.filter(({ blanks }) => blanks > 0).length < lines.length * fewBlanks;
  const isWide = (block: Block | undefined) =>
    block?.kind === 'line' &&
    !block.verse &&
    block.gap >= 0 &&
    (block.gap >= usual + sceneSpace || (hasFewBlanks && block.blanks > 0));
  const scenes = new Set<Block>();
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block === undefined || !isWide(block)) continue;
    if (isWide(blocks[at + 1]) && plainOf(block.runs).length < maxDisplayed) at += 1;
    else scenes.add(block);
  }
  return scenes;
}
