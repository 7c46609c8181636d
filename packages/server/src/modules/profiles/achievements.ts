import type { Achievement } from '@inkling/contract/profiles';

/** Input for the achievements: a user's reading totals. */
export interface ReadingTotals {
  books: number;
  longestStreak: number;
  maxWordsInADay: number;
}

const definitions: {
  _id: Achievement['_id'];
  name: string;
  description: string;
  target: number;
  progressOf(totals: ReadingTotals): number;
}[] = [
  {
    _id: 'first-book',
    name: 'First Book',
    description: 'Finish a story',
    target: 1,
    progressOf: ({ books }) => books,
  },
  {
    _id: 'streak-starter',
    name: 'Streak Starter',
    description: 'Read on 3 days in a row',
    target: 3,
    progressOf: ({ longestStreak }) => longestStreak,
  },
  {
    _id: 'bookworm',
    name: 'Bookworm',
    description: 'Finish 10 stories',
    target: 10,
    progressOf: ({ books }) => books,
  },
  {
    _id: 'speed-reader',
    name: 'Speed Reader',
    description: 'Read 1000 words in a day',
    target: 1000,
    progressOf: ({ maxWordsInADay }) => maxWordsInADay,
  },
];

/** All achievements with the user's progress (docs/product/profiles.md#achievements). */
export const achievementsOf = (totals: ReadingTotals): Achievement[] =>
  definitions.map(({ progressOf, ...achievement }) => {
    const progress = Math.min(progressOf(totals), achievement.target);
    return { ...achievement, progress, isEarned: progress === achievement.target };
  });
