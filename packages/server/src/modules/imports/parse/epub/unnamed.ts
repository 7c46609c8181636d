import { isExcludedTitle, isExcludedType } from '../excluded-pages.ts';
import { isChapterTitle, titleKey } from '../titles.ts';
import { type Entry, headingText } from './entries.ts';
import { isExcludedPage, type Work } from './work.ts';

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
