import type { Achievement } from '@inkling/contract/profiles';

/** Input for the achievements: a user's reading totals. */
export interface ReadingTotals {
  books: number;
  longestStreak: number;
  maxWordsInADay: number;
}

const definitions: (Omit<Achievement, 'progress' | 'isEarned'> & { counts: keyof ReadingTotals })[] = [
  {
    _id: 'first-book',
    name: 'First Book',
    description: 'Finish a story',
    target: 1,
    counts: 'books',
  },
  {
    _id: 'streak-starter',
    name: 'Streak Starter',
    description: 'Read on 3 days in a row',
    target: 3,
    counts: 'longestStreak',
  },
  {
    _id: 'bookworm',
    name: 'Bookworm',
    description: 'Finish 10 stories',
    target: 10,
    counts: 'books',
  },
  {
    _id: 'speed-reader',
    name: 'Speed Reader',
    description: 'Read 1000 words in a day',
    target: 1000,
    counts: 'maxWordsInADay',
  },
];

/** All achievements with the user's progress (docs/product/profiles.md#achievements). */
export const achievementsOf = (totals: ReadingTotals): Achievement[] =>
  definitions.map(({ counts, ...achievement }) => {
    const progress = Math.min(totals[counts], achievement.target);
    return { ...achievement, progress, isEarned: progress === achievement.target };
  });
