import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';

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
