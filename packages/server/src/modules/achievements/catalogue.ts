import type { Measure } from './achievements.queries.ts';

export interface Achievement {
  id: string;
  name: string;
  description: string;
  /** Those of a family count the same thing, level after level. */
  family: string;
  level: number;
  measure: Measure;
  target: number;
  /** Those who never wrote do not see it. */
  isForAuthors?: true;
}

/** Every achievement, in the order of lists (docs/product/achievements.md#catalogue). */
export const catalogue: readonly Achievement[] = [
  {
    id: 'first-book',
    name: 'First Book',
    description: 'Finish a story',
    family: 'books',
    level: 1,
    measure: 'books',
    target: 1,
  },
  {
    id: 'bookworm',
    name: 'Bookworm',
    description: 'Finish 10 stories',
    family: 'books',
    level: 2,
    measure: 'books',
    target: 10,
  },
  {
    id: 'well-read',
    name: 'Well Read',
    description: 'Finish 50 stories',
    family: 'books',
    level: 3,
    measure: 'books',
    target: 50,
  },
  {
    id: 'streak-starter',
    name: 'Streak Starter',
    description: 'Reach a 3-day streak',
    family: 'streak',
    level: 1,
    measure: 'streak',
    target: 3,
  },
  {
    id: 'steady-reader',
    name: 'Steady Reader',
    description: 'Reach a 7-day streak',
    family: 'streak',
    level: 2,
    measure: 'streak',
    target: 7,
  },
  {
    id: 'daily-bread',
    name: 'Daily Bread',
    description: 'Reach a 30-day streak',
    family: 'streak',
    level: 3,
    measure: 'streak',
    target: 30,
  },
  {
    id: 'speed-reader',
    name: 'Speed Reader',
    description: 'Read 1,000 words in a day',
    family: 'words',
    level: 1,
    measure: 'wordsInADay',
    target: 1000,
  },
  {
    id: 'long-evening',
    name: 'Long Evening',
    description: 'Read 10,000 words in a day',
    family: 'words',
    level: 2,
    measure: 'wordsInADay',
    target: 10_000,
  },
  {
    id: 'page-turner',
    name: 'Page Turner',
    description: 'Finish 100 chapters',
    family: 'chapters',
    level: 1,
    measure: 'chapters',
    target: 100,
  },
  {
    id: 'good-company',
    name: 'Good Company',
    description: 'Comment in 10 places',
    family: 'comments',
    level: 1,
    measure: 'comments',
    target: 10,
  },
  {
    id: 'in-the-margins',
    name: 'In the Margins',
    description: 'Highlight passages in 10 chapters',
    family: 'highlights',
    level: 1,
    measure: 'highlights',
    target: 10,
  },
  {
    id: 'sharp-eye',
    name: 'Sharp Eye',
    description: 'Suggest 10 fixes that authors apply',
    family: 'fixes',
    level: 1,
    measure: 'fixes',
    target: 10,
  },
  {
    id: 'early-fan',
    name: 'Early Fan',
    description: 'Follow 5 people',
    family: 'following',
    level: 1,
    measure: 'following',
    target: 5,
  },
  {
    id: 'first-chapter',
    name: 'First Chapter',
    description: 'Publish a chapter',
    family: 'writing',
    level: 1,
    measure: 'published',
    target: 1,
    isForAuthors: true,
  },
  {
    id: 'ten-chapters',
    name: 'Ten Chapters',
    description: 'Publish 10 chapters',
    family: 'writing',
    level: 2,
    measure: 'published',
    target: 10,
    isForAuthors: true,
  },
  {
    id: 'the-end',
    name: 'The End',
    description: 'Complete a story of your own',
    family: 'completed',
    level: 1,
    measure: 'completed',
    target: 1,
    isForAuthors: true,
  },
  {
    id: 'readership',
    name: 'Readership',
    description: 'Have 10 followers',
    family: 'followers',
    level: 1,
    measure: 'followers',
    target: 10,
    isForAuthors: true,
  },
];

export const findAchievement = (id: string): Achievement | undefined =>
  catalogue.find((achievement) => achievement.id === id);
