import { parseChapterText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import type { FoundInStory, MarkedText } from '@inkling/contract/search';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { showNotice } from '../../lib/notify.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { jumpToPassage, jumpToRange } from '../chapters/reader/jump-to-passage.ts';
import { rangeOf } from '../chapters/reader/passage-range.ts';
import { foundWords, rangesOf } from './found-words.ts';

/**
 * Where the first match of an excerpt is in a chapter's content, in UTF-16 units; null if the text no longer has it. An
 * excerpt is a paragraph as readers see it, or the part of one between ellipses.
 */
export function placeOfExcerpt(content: string, { text, matches }: MarkedText): [number, number] | null {
  const shown = text.replace(/^…|…$/g, '');
  const cut = text.startsWith('…') ? 1 : 0;
  const [first, last] = matches[0] ?? [cut, cut + shown.length];
  for (const { runs } of parseChapterText(content)) {
    const line = runs.map((run) => run.text).join('');
    const at = line.replace(/[^\S ]/g, ' ').indexOf(shown);
    if (at === -1) continue;
    /** The offset in the content of a character that is seen. */
    const offset = (seen: number): number => {
      let left = seen;
      for (const run of runs) {
        if (left < run.text.length) return run.from + left;
        left -= run.text.length;
      }
      return runs.at(-1)?.to ?? 0;
    };
    return [offset(at + first - cut), offset(at + last - cut - 1) + 1];
  }
  return null;
}

/** A search in a story whose results a reader goes through. */
export interface FoundHere {
  q: string;
  /** The chapters that were found and shown. */
  chapters: FoundInStory[];
  /** The passage that was chosen; otherwise the first or the last match of the chapter is shown. */
  excerpt: MarkedText | undefined;
  atEnd?: boolean;
}

interface Props {
  chapter: Chapter;
  found: FoundHere;
  text: RefObject<HTMLElement | null>;
  /** Where the bar is shown. */
  place: HTMLElement | null;
  /** Goes to the last or first match of another chapter. */
  onChapter: (to: FoundInStory, atEnd: boolean) => void;
  onClose: () => void;
}

const names = { all: 'search-match', current: 'search-current' };

function mark(name: string, ranges: Range[], priority: number): void {
  // Browsers from before 2025.
  if (!('highlights' in CSS)) return;
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  CSS.highlights.set(name, highlight);
}

/** Marks what a search has found in the chapter that is on the page, and leads from one match to the next. */
export function FoundInText({ chapter, found, text, place, onChapter, onClose }: Props) {
  const [ranges, setRanges] = useState<Range[]>([]);
  const [at, setAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search, also if the chapter is fetched again
  useEffect(() => {
    if (text.current === null) return;
    const words = foundWords(found.chapters, found.q);
    const all = words === null ? [] : rangesOf(text.current, words);
    setRanges(all);
    mark(names.all, all, 20);
    const { excerpt, atEnd } = found;
    if (excerpt === undefined) {
      setAt(atEnd ? all.length - 1 : 0);
      const first = all.at(atEnd ? -1 : 0);
      if (first) jumpToRange(first);
      return;
    }
    const offsets = placeOfExcerpt(chapter.content, excerpt);
    if (!offsets || !jumpToPassage(text.current, chapter, ...offsets))
      return showNotice('This passage has changed since it was found.');
    const start = rangeOf(text.current, chapter, ...offsets);
    const index = all.findIndex(
      (one) => start && one.compareBoundaryPoints(Range.START_TO_START, start) >= 0,
    );
    setAt(Math.max(0, index));
  }, [found]);
  useEffect(() => mark(names.current, ranges.slice(at, at + 1), 21), [ranges, at]);
  useEffect(
    () => () => {
      if ('highlights' in CSS) for (const name of Object.values(names)) CSS.highlights.delete(name);
    },
    [],
  );

  const number = chapter.chapterNumber;
  const others = found.chapters.filter(({ isAhead, excerpts }) => !isAhead || excerpts.length > 0);
  const before = others.findLast(({ chapterNumber }) => chapterNumber < number);
  const after = others.find(({ chapterNumber }) => chapterNumber > number);
  const go = (by: 1 | -1) => {
    const next = ranges[at + by];
    if (next) {
      setAt(at + by);
      jumpToRange(next);
      return;
    }
    const other = by === 1 ? after : before;
    if (other) onChapter(other, by === -1);
  };
  if (place === null) return null;
  const count = ranges.length === 0 ? 'No matches' : `${at + 1} of ${ranges.length}`;
  return createPortal(
    <search aria-label="Results in this chapter" className="flex items-center ps-4 pe-1 sm:px-3">
      <p className="min-w-0 flex-1 truncate">
        “<bdi>{found.q}</bdi>”{' '}
        <bdi role="status" className="text-sm text-muted tabular-nums">
          {count}
          <span className="sr-only"> in this chapter</span>
        </bdi>
      </p>
      <IconButton
        icon={ChevronUp}
        label="Previous result"
        aria-disabled={at <= 0 && !before}
        onClick={() => go(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Next result"
        aria-disabled={at >= ranges.length - 1 && !after}
        onClick={() => go(1)}
      />
      <IconButton icon={X} label="End search" onClick={onClose} />
    </search>,
    place,
  );
}
