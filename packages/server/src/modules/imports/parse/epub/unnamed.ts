import { isExcludedTitle, isExcludedType } from '../excluded-pages.ts';
import { isChapterTitle, titleKey } from '../titles.ts';
import { type Entry, headingText } from './entries.ts';
import { isExcludedPage, type Work } from './work.ts';

// Maps the first block of the work in each file to the file's first block.
function firstBlocks(work: Work): Map<number, number> {
  const first = new Map<number, number>();
  for (const file of work.text.files) {
    let at = file.from;
    while (at < file.to && !work.isLive(at)) at += 1;
    if (at < file.to) first.set(at, file.from);
  }
  return first;
}

function unnamedWithin(
  work: Work,
  entry: Entry,
  end: number,
  fileStarts: ReadonlyMap<number, number>,
): Entry[] {
  const { blocks, files } = work.text;
  const found: Entry[] = [];
  const pageEnd = files.find((file) => file.from > entry.at && file.from < end)?.from ?? end;
  let afterPage = isExcludedPage(work, entry, pageEnd);
  let level = 0;
  let depth = entry.depth;
  let seenLine = false;
  for (let at = entry.at; at < end; at += 1) {
    const block = blocks[at];
    if (block === undefined || !work.isLive(at)) continue;
    const heading = block.kind === 'heading' ? headingText(block) : '';
    const file = fileStarts.get(at);
    const opensFile = file !== undefined && file > entry.at;
    const isPage =
      opensFile && (isExcludedTitle(titleKey(heading)) || isExcludedType(work.marks.get(file) ?? []));
    const isOther = opensFile && heading !== '' && seenLine && level > 0 && block.level <= level;
    // A part's page has only its heading; the chapters below it may be missing in the table of contents.
    const isBelow = opensFile && heading !== '' && !seenLine && level > 0;
    if (isBelow && found.length === 0) depth = entry.depth + 1;
    if (isPage || isOther || isBelow || (opensFile && afterPage) || (seenLine && isChapterTitle(heading))) {
      found.push({ at, title: '', depth: isPage ? entry.depth : depth, implicit: true });
      afterPage = isPage;
      seenLine = false;
      if (heading !== '') level = block.level;
    } else if (heading !== '' && level === 0) level = block.level;
    if (block.kind === 'line') seenLine = true;
  }
  return found;
}

/**
 * Adds entries that are missing in the table of contents: files before the first entry and after an excluded page, pages
 * of back matter, chapters below a part, and headings `Chapter N`.
 */
export function withUnnamed(work: Work, entries: readonly Entry[]): Entry[] {
  const end = work.text.blocks.length;
  const fileStarts = firstBlocks(work);
  const first = entries[0]?.at ?? end;
  const front = [...fileStarts.keys()]
    .filter((at) => at < first)
    .map((at) => ({ at, title: '', depth: 0, implicit: true }));
  const named = [...front, ...entries];
  const all: Entry[] = [];
  named.forEach((entry, i) => {
    all.push(entry, ...unnamedWithin(work, entry, named[i + 1]?.at ?? end, fileStarts));
  });
  return all;
}
