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

/** Writing without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const pattern = (word: string): string => {
  const plain = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return unspaced.test(word) ? plain : `(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`;
};

/** The words of a search without signs beside them; of three letters or more, if there are such. */
function soughtIn(q: string): string[] {
  const words = q.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu) ?? [];
  const long = words.filter((word) => word.length > 2 && word.toLowerCase() !== 'the');
  return long.length > 0 ? long : words;
}

/**
 * What a search in a story has found, in whatever form the words have there. Chapters that the reader has not reached
 * have no excerpts: without any, the words of the search. Null if there are none.
 */
export function foundWords(chapters: readonly FoundInStory[], q: string): RegExp | null {
  const words = chapters.flatMap(({ excerpts }) =>
    excerpts.flatMap(({ text, matches }) => matches.map(([from, to]) => text.slice(from, to))),
  );
  const sought = words.length > 0 ? words : soughtIn(q);
  const different = [...new Set(sought.map((word) => word.toLowerCase()))].filter(
    (word) => word.trim() !== '',
  );
  // The longest first: 'lamps' before 'lamp'.
  different.sort((a, b) => b.length - a.length);
  return different.length === 0 ? null : new RegExp(different.map(pattern).join('|'), 'giu');
}

/** The places of words in a text on the page, in order. Words that begin in one emphasis and end in another are left out. */
function rangesOf(text: HTMLElement, words: RegExp): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const match of (node.nodeValue ?? '').matchAll(words)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}

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
