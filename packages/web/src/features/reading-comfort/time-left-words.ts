/** Minutes as people say them: '1 min', '45 min', '2 h', '2 h 10 min'. From an hour on, in steps of five minutes. */
export function inHours(minutes: number): string {
  const rounded = minutes < 60 ? Math.ceil(minutes) : Math.round(minutes / 5) * 5;
  if (rounded < 60) return `${rounded} min`;
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60];
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

interface Left {
  chapter: { wordCount: number; number: number };
  /** The percentage of the chapter that is read. */
  percent: number;
  /** Words of the chapters after it that are loaded. */
  wordsAfter: number;
  /** How many of the chapters after it are not loaded, as in very long stories. */
  missing: number;
  storyWords: number;
  total: number;
}

/** The words that are left in the chapter and in the story. Chapters that are not loaded count as average ones. */
export function wordsLeft(left: Left): { chapter: number; story: number } {
  const chapter = left.chapter.wordCount * (1 - left.percent / 100);
  const average = left.total === 0 ? 0 : left.storyWords / left.total;
  return { chapter, story: chapter + left.wordsAfter + left.missing * average };
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
