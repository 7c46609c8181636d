import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { useQuery } from '@tanstack/react-query';
import { ChevronUp } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { onTextMove } from '../chapters/reader/on-text-move.ts';
import { readPercent } from '../chapters/reader/position.ts';
import { goesLeft } from '../chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../chapters/reader/reading-settings.ts';
import { qualityQuery } from '../reading-sessions/reading-sessions.api.ts';
import { isKnown, readingPace, withReading, wordsPerMinute } from './pace.ts';

/** Minutes as people say them: '1 min', '45 min', '2 h', '2 h 10 min'. From an hour on, in steps of five minutes. */
export function inHours(minutes: number): string {
  const rounded = minutes < 60 ? Math.ceil(minutes) : Math.round(minutes / 5) * 5;
  if (rounded < 60) return `${rounded} min`;
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60];
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

type Part = Pick<ChapterSummary, 'chapterNumber' | 'wordCount'>;

const wordsOf = (chapters: Part[]): number => chapters.reduce((sum, { wordCount }) => sum + wordCount, 0);

/**
 * The words that are left in the chapter, of which some percent are read, and in what the reader may read of the story.
 * Of very long stories some chapters are not loaded: they count as the average of these.
 */
export function wordsLeft(
  here: Part,
  percent: number,
  loaded: Part[],
  readable: Opening['readable'],
): { chapter: number; story: number } {
  const chapter = here.wordCount * (1 - percent / 100);
  const known = loaded.filter(({ chapterNumber }) => chapterNumber <= readable.chapters);
  const after = known.filter(({ chapterNumber }) => chapterNumber > here.chapterNumber);
  const unknown = readable.chapters - known.length;
  const missing = Math.max(0, readable.chapters - here.chapterNumber - after.length);
  const average = unknown <= 0 ? 0 : (readable.words - wordsOf(known)) / unknown;
  return { chapter, story: chapter + wordsOf(after) + missing * average };
}

/** '4 min left in the chapter' and, unless it is the last one of the story or that the plan includes, '2 h in the story'. */
export function timeLeftWords(
  { chapter, story }: { chapter: number; story: number },
  wordsPerMinute: number,
  last: 'story' | 'plan' | null,
): { inChapter: string; inStory: string | null } {
  const minutes = `${inHours(chapter / wordsPerMinute)} left in the chapter`;
  if (last !== null)
    return {
      inChapter: chapter >= 1 ? minutes : last === 'story' ? 'End of the story' : 'End of the chapter',
      inStory: null,
    };
  const inStory = `${inHours(story / wordsPerMinute)} in the story`;
  return chapter < 1
    ? { inChapter: 'End of the chapter', inStory: `${inHours(story / wordsPerMinute)} left in the story` }
    : { inChapter: minutes, inStory };
}

const Scrubber = lazyComponent(async () => (await import('./scrubber.tsx')).Scrubber);

/** How often place and pace are measured. */
const measureIntervalMs = 10_000;
/** A short wait after the last movement. */
const settleMs = 250;

interface Props {
  opening: Opening;
  chapter: ChapterSummary;
  text: RefObject<HTMLElement | null>;
  onGo: (chapterId: string) => void;
}

/** How long the rest of the chapter and of the story takes, at the reader's own pace once that is known. Opens the sliders that move through both. */
export function TimeLeft({ opening, chapter, text, onGo }: Props) {
  const percent = usePercent(chapter, text);
  const [open, setOpen] = useState(false);
  const aside = useRef<HTMLElement>(null);
  const turnsLeft = goesLeft(opening.story.language, useReadingSettings());
  useCloseOutside(aside, open, setOpen);
  const pace = readingPace.use();
  // The account's pace, until this device has its own.
  const quality = useQuery({ ...qualityQuery, staleTime: 'static', enabled: !isKnown(pace) });
  const ofAccount = quality.data?.data.qualityMetrics.wordsPerMinute ?? null;
  if (percent === null) return null;
  const { chapters, readable, total } = opening;
  const left = wordsLeft(chapter, percent, chapters, readable);
  const { chapterNumber } = chapter;
  const last = chapterNumber >= total ? 'story' : chapterNumber >= readable.chapters ? 'plan' : null;
  const { inChapter, inStory } = timeLeftWords(left, wordsPerMinute(pace, ofAccount), last);
  return (
    <aside
      aria-label="Time left"
      ref={aside}
      dir={turnsLeft ? 'rtl' : undefined}
      className="time-left"
      data-open={open || undefined}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      {open && <Scrubber opening={opening} chapter={chapter} text={text} onGo={onGo} />}
      <button
        type="button"
        className="time-left-button"
        aria-expanded={open}
        title="Move through the chapter and the story"
        onClick={() => setOpen(!open)}
      >
        <span dir="ltr">
          {inChapter}
          {inStory !== null && <span className="time-in-story"> · {inStory}</span>}
        </span>
        <ChevronUp aria-hidden="true" className={`size-4 shrink-0 ${open ? 'rotate-180' : ''}`} />
      </button>
    </aside>
  );
}

/** The sliders hide as soon as the reader does something else, as the bars do. Moved, they scroll the text themselves. */
function useCloseOutside(
  aside: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
): void {
  useEffect(() => {
    if (!open) return;
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && aside.current?.contains(target))) setOpen(false);
    };
    const stopped = new AbortController();
    for (const type of ['click', 'keydown', 'wheel', 'touchmove'])
      window.addEventListener(type, close, { signal: stopped.signal, capture: true, passive: true });
    return () => stopped.abort();
  }, [aside, open, setOpen]);
}

/** The percentage of the chapter that is read; null before the text is shown. Also measures the reader's pace. */
function usePercent(chapter: ChapterSummary, text: RefObject<HTMLElement | null>): number | null {
  const [percent, setPercent] = useState<number | null>(null);
  const last = useRef({ chapter: '', percent: 0, at: 0 });
  const { _id, wordCount } = chapter;
  useEffect(() => {
    const look = () => {
      if (text.current === null || text.current.childElementCount === 0) return;
      setPercent(readPercent(text.current));
    };
    const measure = () => {
      look();
      if (text.current === null || document.visibilityState !== 'visible') return;
      const now = { chapter: _id, percent: readPercent(text.current), at: performance.now() };
      const before = last.current;
      last.current = now;
      // Without a movement it goes on counting from where the reader stopped.
      if (before.chapter !== _id) return;
      if (now.percent <= before.percent && now.at - before.at < 120_000) {
        if (now.percent === before.percent) last.current = before;
        return;
      }
      const words = ((now.percent - before.percent) * wordCount) / 100;
      const seconds = (now.at - before.at) / 1000;
      readingPace.change(withReading(readingPace.read(), words, seconds));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = () => {
      clearTimeout(timer);
      timer = setTimeout(look, settleMs);
    };
    measure();
    const interval = setInterval(measure, measureIntervalMs);
    const stop = onTextMove(onMove);
    return () => {
      stop();
      clearTimeout(timer);
      clearInterval(interval);
    };
  }, [_id, wordCount, text]);
  return percent;
}
