import { isExcludedTitle } from '../excluded-pages.ts';
import { plainOf } from '../lines.ts';
import { isChapterTitle, isPartTitle, labelOf, titleKey } from '../titles.ts';
import type { Block, BookText } from './blocks.ts';
import type { Target } from './paths.ts';
import type { Toc } from './toc.ts';

/** The start of a chapter, a part, or a page that is not part of the work. */
export interface Entry {
  /** Index of its first block. */
  at: number;
  title: string;
  depth: number;
  /** Whether it was found in the text instead of the table of contents. */
  implicit: boolean;
}

export const headingText = (block: Block): string => plainOf(block.runs);

/** Index of the block that a reference leads to; null outside of the running text. */
export function positionOf(text: BookText, target: Target): number | null {
  const file = text.files.find((candidate) => candidate.path === target.path);
  if (file === undefined || !file.linear) return null;
  return text.anchors.get(`${target.path}#${target.fragment}`)?.from ?? file.from;
}

/** The entries of a table of contents in text order; entries without a position are dropped. */
export function entriesOfToc(toc: Toc, text: BookText): Entry[] {
  const entries: Entry[] = [];
  toc.entries.forEach(({ title, target, depth }, i) => {
    let at = target && positionOf(text, target);
    // A heading without a link starts at its first subentry.
    for (let k = i + 1; at === null && k < toc.entries.length; k += 1) {
      const below = toc.entries[k];
      if (below === undefined || below.depth <= depth) break;
      at = below.target && positionOf(text, below.target);
    }
    if (at !== null) entries.push({ at, title, depth, implicit: false });
  });
  entries.sort((a, b) => a.at - b.at);
  const unique: Entry[] = [];
  for (const entry of entries) {
    const last = unique.at(-1);
    // Of two titles for one position, keep the first, unless it is that of an excluded page.
    if (last?.at === entry.at && entry.depth <= last.depth) {
      if (!isExcludedTitle(titleKey(last.title))) continue;
      unique.pop();
    }
    unique.push(entry);
  }
  return unique;
}

const countBy = <T>(values: readonly T[]): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

// The deepest heading level that starts chapters: that of 'Chapter N' headings if there are any, else the
// first level with two headings, or a deeper one while most headings of a level have no text of their own.
function chapterLevel(text: BookText, headings: readonly number[], isLive: (at: number) => boolean): number {
  const levelAt = (at: number) => text.blocks[at]?.level ?? 0;
  const titleAt = (at: number) => plainOf(text.blocks[at]?.runs ?? []);
  const numbered = headings.filter((at) => isChapterTitle(titleAt(at)));
  if (numbered.length >= 2) {
    const counts = [...countBy(numbered.map(levelAt))].sort((a, b) => b[1] - a[1]);
    return counts[0]?.[0] ?? 1;
  }
  const levels = [...countBy(headings.map(levelAt))].sort((a, b) => a[0] - b[0]);
  let chosen = levels.findIndex(([, count]) => count >= 2);
  if (chosen < 0) return levels[0]?.[0] ?? 0;
  const isBare = (at: number) => {
    for (let next = at + 1; next < text.blocks.length; next += 1) {
      const block = text.blocks[next];
      if (block === undefined || !isLive(next) || block.kind === 'break') continue;
      return block.kind === 'heading' && !block.continued && block.level > levelAt(at);
    }
    return true;
  };
  while (chosen + 1 < levels.length) {
    const here = headings.filter(
      (at) => levelAt(at) === levels[chosen]?.[0] && !isExcludedTitle(titleKey(titleAt(at))),
    );
    // 'Part One' with a line below it is still a part.
    const isPart = (at: number) => isBare(at) || isPartTitle(titleAt(at));
    if (here.filter(isPart).length <= here.length / 2) break;
    chosen += 1;
  }
  return levels[chosen]?.[0] ?? 0;
}

/** Entries from the headings in the text, for books without a usable table of contents. */
export function entriesOfHeadings(
  text: BookText,
  isLive: (at: number) => boolean,
  names: ReadonlySet<string>,
): Entry[] {
  const headings: number[] = [];
  text.blocks.forEach((block, at) => {
    if (
      block.kind === 'heading' &&
      isLive(at) &&
      !block.continued &&
      !names.has(titleKey(headingText(block)))
    )
      headings.push(at);
  });
  const deepest = chapterLevel(text, headings, isLive);
  const entries: Entry[] = [];
  for (const [i, at] of headings.entries()) {
    const block = text.blocks[at];
    if (block === undefined || block.level > deepest) continue;
    const title = headingText(block);
    const last = entries.at(-1);
    const opened = last && text.blocks[last.at];
    const before = opened && labelOf(headingText(opened));
    // 'CHAPTER I' followed by the chapter's name as a separate heading; likewise for a part before its chapters.
    const follows = last !== undefined && nextLine(text, last.at, isLive) > at;
    const isName =
      before?.kind !== 'part' || (headings[i + 1] ?? text.blocks.length) < nextLine(text, at, isLive);
    if (before && follows && isName && labelOf(title) === null) continue;
    entries.push({ at, title: '', depth: block.level, implicit: true });
  }
  return entries;
}

/** The index of the next line of running text at or after `at`; the number of blocks when there is none. */
function nextLine(text: BookText, at: number, isLive: (at: number) => boolean): number {
  let next = at;
  while (next < text.blocks.length && !(text.blocks[next]?.kind === 'line' && isLive(next))) next += 1;
  return next;
}

/** One entry per file, for books with neither a table of contents nor headings. */
export function entriesOfFiles(text: BookText, names: ReadonlySet<string>): Entry[] {
  const files = text.files.filter((file) => file.linear && file.to > file.from);
  const titles = countBy(files.map(({ title }) => title));
  return files.map((file) => {
    const isTitled = text.blocks[file.from]?.kind === 'heading';
    const own = titles.get(file.title) === 1 && !names.has(titleKey(file.title)) && !isTitled;
    return { at: file.from, title: own ? file.title : '', depth: 0, implicit: true };
  });
}
