import { isDedicationTitle, isExcludedTitle } from '../excluded-pages.ts';
import { plainOf } from '../lines.ts';
import {
  isChapterTitle,
  isPartTitle,
  isPlaceholder,
  isUnnumberedChapter,
  labelOf,
  splitLabel,
  titleKey,
} from '../titles.ts';
import type { Block, BookText } from './blocks.ts';
import type { Toc } from './package.ts';
import type { Target } from './zip.ts';

/** The start of a chapter, a part, or a page that is not part of the work. */
export interface Entry {
  /** Index of its first block. */
  at: number;
  title: string;
  depth: number;
  /** Whether it was found in the text instead of the table of contents. */
  implicit: boolean;
  /** Whether its page is a picture. */
  isEmpty?: boolean;
}

export const headingText = (block: Block): string => plainOf(block.runs);

/** Index of the block that a reference leads to; null outside of the running text. */
export function positionOf(text: BookText, target: Target): number | null {
  const file = text.files.find((candidate) => candidate.path === target.path);
  // A page without text is about no block.
  if (file === undefined || !file.linear || file.to === file.from) return null;
  return text.anchors.get(`${target.path}#${target.fragment}`)?.from ?? file.from;
}

/** A name of the place where a book is opened. */
const noTitle = /^(?:start|begin(?:ning)?|(?:start|begin) reading|start of (?:content|text))$/;

/** The entries of a table of contents in text order, without those that have no position; none if it only repeats the headings. */
export function entriesOfToc(toc: Toc, text: BookText): Entry[] {
  const entries: Entry[] = [];
  toc.entries.forEach(({ title, target, depth }, i) => {
    const isAbove = (toc.entries[i + 1]?.depth ?? 0) > depth;
    let at = target && positionOf(text, target);
    // The page of a part may be a picture, and its heading may have no link: it starts where the next page does.
    const page = text.files.find(({ path, from, to }) => path === target?.path && from === to);
    if (at === null && page && (isAbove || isPartTitle(title))) at = page.from;
    for (let k = i + 1; at === null && k < toc.entries.length; k += 1) {
      const below = toc.entries[k];
      if (below === undefined || below.depth <= depth) break;
      at = below.target && positionOf(text, below.target);
    }
    const shown = noTitle.test(titleKey(title)) ? '' : title;
    if (at !== null) entries.push({ at, title: shown, depth, implicit: false, isEmpty: page !== undefined });
  });
  entries.sort((a, b) => a.at - b.at);
  const unique: Entry[] = [];
  for (const entry of entries) {
    const last = unique.at(-1);
    // Of two titles for one position, keep the first with text, unless it is that of an excluded page.
    if (last?.at === entry.at && entry.depth <= last.depth && !last.isEmpty) {
      if (!isExcludedTitle(titleKey(last.title))) continue;
      unique.pop();
    }
    unique.push(entry);
  }
  return areAllHeadings(unique, text) ? [] : unique;
}

/** Whether entries on several levels are all headings of a text with their levels, as those of converters are. */
function areAllHeadings(entries: readonly Entry[], text: BookText): boolean {
  const headings = headingsIn(text, () => true);
  const isHeading = ({ at, title, depth }: Entry, i: number) => {
    const [one, above = one] = [headings[i], headings[i - 1]];
    if (one?.at !== at || !above || titleKey(one.title) !== titleKey(title)) return false;
    return Math.sign(depth - (entries[i - 1]?.depth ?? depth)) === Math.sign(one.level - above.level);
  };
  const isNested = headings.length === entries.length && entries.some(({ depth }) => depth > 0);
  return isNested && entries.every(isHeading);
}

/** A heading of the running text. */
type Heading = { at: number; level: number; title: string };

const headingsIn = (text: Pick<BookText, 'blocks'>, isLive: (at: number) => boolean): Heading[] =>
  text.blocks.flatMap((block, at) =>
    block.kind === 'heading' && !block.continued && isLive(at)
      ? [{ at, level: block.level, title: headingText(block) }]
      : [],
  );

const isLabeled = ({ title }: Heading): boolean =>
  isPartTitle(title) || isChapterTitle(title) || isUnnumberedChapter(title) || labelOf(title) !== null;

/**
 * The heading that is the book's title: a single one above all others, or a first one without text that a part or a
 * chapter of the same level follows directly, if no other heading is like that.
 */
export function titleHeading(text: Pick<BookText, 'blocks'>, isLive = (_: number) => true): Block | null {
  const [first, ...others] = headingsIn(text, isLive);
  const [second] = others;
  if (first === undefined || second === undefined || isLabeled(first)) return null;
  if (isExcludedTitle(titleKey(first.title)) || isDedicationTitle(titleKey(first.title))) return null;
  const isAbove = (one: Heading, next: Heading | undefined) =>
    next?.level === one.level && next.level === first.level && nextLine(text, one.at, isLive) > next.at;
  const isAlone = () => !others.some((one, i) => isAbove(one, others[i + 1]));
  // A chapter with one heading inside has text of its own.
  const holds = others.length > 1 || isLabeled(second) || nextLine(text, first.at, isLive) > second.at;
  const isTitle =
    (holds && others.every(({ level }) => level > first.level)) ||
    (isAbove(first, second) && (isPartTitle(second.title) || isChapterTitle(second.title)) && isAlone());
  return isTitle ? (text.blocks[first.at] ?? null) : null;
}

/** The title that a file states, unless a program gave it, else the one that its text shows, else its name. */
export function shownTitle(stated: string, text: Pick<BookText, 'blocks'>, name: string): string {
  if (stated !== '' && !isPlaceholder(stated)) return stated;
  const top = titleHeading(text);
  return top === null ? name : headingText(top);
}

/**
 * Whether a heading is that of a part, by itself: it is named so, is directly above deeper headings, or has some that are
 * numbered. Those below a chapter's title are inside the chapter.
 */
function isPart(heading: Heading, inner: readonly Heading[], hasText: boolean): boolean {
  if (inner.length === 0) return false;
  if (isPartTitle(heading.title)) return true;
  if (isChapterTitle(heading.title) || isUnnumberedChapter(heading.title)) return false;
  const label = labelOf(heading.title);
  // A deeper heading may have the next number.
  const follows = ({ title }: Heading) => splitLabel(title)?.label.number === (label?.number ?? 0) + 1;
  if (label !== null) return inner.some((one) => isChapterTitle(one.title) || follows(one));
  const numbered = inner.filter(({ title }) => isChapterTitle(title) || splitLabel(title) !== null).length;
  return !hasText || numbered > inner.length / 2;
}

/** Entries from the headings in the text, for books without a usable table of contents. */
export function entriesOfHeadings(
  text: BookText,
  isLive: (at: number) => boolean,
  names: ReadonlySet<string>,
): Entry[] {
  const headings = headingsIn(text, isLive).filter(({ title }) => !names.has(titleKey(title)));
  const entries: Entry[] = [];
  /** After a heading that is only a label, one without text between is its name; likewise for a part before its chapters. */
  const isName = (at: number, title: string): boolean => {
    const last = entries.at(-1);
    const opened = last && text.blocks[last.at];
    const label = opened && labelOf(headingText(opened));
    if (!label || last === undefined || labelOf(title) !== null || isChapterTitle(title)) return false;
    if (nextLine(text, last.at, isLive) <= at) return false;
    const next = headings.find((one) => one.at > at);
    if (label.kind !== 'part' || next === undefined) return label.kind !== 'part';
    return next.at < nextLine(text, at, isLive) && next.level <= (text.blocks[at]?.level ?? 0);
  };
  for (let i = 0; i < headings.length; i += 1) {
    const heading = headings[i];
    if (heading === undefined) break;
    const { at, level, title } = heading;
    let end = i + 1;
    while ((headings[end]?.level ?? 0) > level) end += 1;
    if (isName(at, title)) continue;
    entries.push({ at, title: '', depth: level, implicit: true });
    const hasText = nextLine(text, at, isLive) < (headings[i + 1]?.at ?? 0);
    if (!isPart(heading, headings.slice(i + 1, end), hasText)) i = end - 1;
  }
  return entries;
}

/** The index of the next line of running text at or after `at`; the number of blocks when there is none. */
function nextLine(text: Pick<BookText, 'blocks'>, at: number, isLive: (at: number) => boolean): number {
  let next = at;
  while (next < text.blocks.length && !(text.blocks[next]?.kind === 'line' && isLive(next))) next += 1;
  return next;
}

/** One entry per file, for books with neither a table of contents nor headings. */
export function entriesOfFiles(text: BookText, names: ReadonlySet<string>): Entry[] {
  const files = text.files.filter((file) => file.linear && file.to > file.from);
  const titles = Map.groupBy(files, ({ title }) => title);
  return files.map((file) => {
    const isTitled = text.blocks[file.from]?.kind === 'heading';
    const own = titles.get(file.title)?.length === 1 && !names.has(titleKey(file.title)) && !isTitled;
    return { at: file.from, title: own ? file.title : '', depth: 0, implicit: true };
  });
}
