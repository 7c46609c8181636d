import type { Achievement } from '@inkling/contract/profiles';

/** What the achievements are worked out from: a person's whole reading so far. */
export interface Reading {
  books: number;
  longestStreak: number;
  mostWordsInADay: number;
}

const known: {
  _id: Achievement['_id'];
  name: string;
  description: string;
  target: number;
  reached(reading: Reading): number;
}[] = [
  {
    _id: 'first-book',
    name: 'First Book',
    description: 'Finish a story',
    target: 1,
    reached: ({ books }) => books,
  },
  {
    _id: 'streak-starter',
    name: 'Streak Starter',
    description: 'Read on 3 days in a row',
    target: 3,
    reached: ({ longestStreak }) => longestStreak,
  },
  {
    _id: 'bookworm',
    name: 'Bookworm',
    description: 'Finish 10 stories',
    target: 10,
    reached: ({ books }) => books,
  },
  {
    _id: 'speed-reader',
    name: 'Speed Reader',
    description: 'Read 1000 words in a day',
    target: 1000,
    reached: ({ mostWordsInADay }) => mostWordsInADay,
  },
];

/** All achievements, with how far a reading has come to each (docs/product.md §2.11). */
export const achievementsOf = (reading: Reading): Achievement[] =>
  known.map(({ reached, ...achievement }) => {
    const progress = Math.min(reached(reading), achievement.target);
    return { ...achievement, progress, isEarned: progress === achievement.target };
  });
