import { inputKey, readInput, storeInput } from '../../../lib/stored-input.ts';

/** The words of a chapter when it was first opened on this day, and now. */
interface ChapterWords {
  before: number;
  now: number;
}

interface Day {
  /** The local date, such as '2026-11-22'. */
  day: string;
  chapters: Record<string, ChapterWords>;
}

const key = (userId: string): string => inputKey(userId, 'words-today');

const localDay = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

function isChapterWords(value: unknown): value is ChapterWords {
  if (typeof value !== 'object' || value === null) return false;
  const { before, now }: { before?: unknown; now?: unknown } = value;
  return isCount(before) && isCount(now);
}

/** What was counted on this day; nothing of another day. */
function readDay(userId: string, day: string): Day {
  const stored = readInput<Day>(key(userId));
  const chapters = stored?.day === day && stored.chapters !== undefined ? stored.chapters : {};
  return {
    day,
    chapters: Object.fromEntries(Object.entries(chapters).filter(([, words]) => isChapterWords(words))),
  };
}

/** The words added to all chapters together, deleted ones taken off; never negative. */
const totalOf = ({ chapters }: Day): number =>
  Math.max(
    0,
    Object.values(chapters).reduce((sum, { before, now }) => sum + now - before, 0),
  );

/** Counts the words that are added to a chapter on a local day (docs/product/chapters.md#words-a-day). */
export class WordsToday {
  readonly #userId: string;
  readonly #now: () => Date;
  #slot: string;
  #last: number;

  /** `words` are the chapter's when the page opened. */
  constructor(userId: string, slot: string, words: number, now: () => Date = () => new Date()) {
    this.#userId = userId;
    this.#slot = slot;
    this.#last = words;
    this.#now = now;
  }

  /** Records the chapter's words; returns how many were added today. */
  count(words: number): number {
    const day = readDay(this.#userId, localDay(this.#now()));
    // At midnight the words of the moment before are those that the new day begins with.
    const before = day.chapters[this.#slot]?.before ?? this.#last;
    day.chapters[this.#slot] = { before, now: words };
    this.#last = words;
    storeInput(key(this.#userId), day);
    return totalOf(day);
  }

  /** A new chapter was created, and has a slot of its own from now on. */
  moveTo(slot: string): void {
    if (slot === this.#slot) return;
    const day = readDay(this.#userId, localDay(this.#now()));
    const words = day.chapters[this.#slot];
    if (words !== undefined) day.chapters[slot] = words;
    delete day.chapters[this.#slot];
    this.#slot = slot;
    storeInput(key(this.#userId), day);
  }
}
