import type { Reward } from '@inkling/contract/rewards';
import type { CountedAction } from '../rewards/index.ts';

/** A first step on the site, done once. */
export interface MissionTemplate {
  /** Never changed, nor given to another mission: the ledger contains it. */
  id: string;
  title: string;
  description: string;
  /** Where it is done. */
  link: string;
  target: number;
  reward: Reward;
  /** What counts for it: actions that were counted, or what `missions.queries.ts` counts under this name. */
  counts: readonly CountedAction[] | 'genres' | 'finished stories' | 'communities';
}

/** Every mission in order, an entry each (docs/product/quests.md#missions). */
export const missionTemplates: readonly MissionTemplate[] = [
  {
    id: 'choose-genres',
    title: 'Choose your genres',
    description: 'Pick 3 genres you enjoy.',
    link: '/settings',
    target: 3,
    reward: { ink: 20 },
    counts: 'genres',
  },
  {
    id: 'first-chapter',
    title: 'Read a first chapter',
    description: 'Read a chapter to its end.',
    link: '/discover',
    target: 1,
    reward: { ink: 20 },
    counts: ['finish_chapter'],
  },
  {
    id: 'save-story',
    title: 'Save a story',
    description: 'Bookmark a story for later.',
    link: '/discover',
    target: 1,
    reward: { ink: 20 },
    counts: ['save'],
  },
  {
    id: 'follow',
    title: 'Follow along',
    description: 'Follow a story or an author.',
    link: '/discover',
    target: 1,
    reward: { ink: 20 },
    counts: ['follow'],
  },
  {
    id: 'highlight',
    title: 'Keep a line',
    description: 'Highlight a passage while you read.',
    link: '/library',
    target: 1,
    reward: { ink: 20 },
    counts: ['highlight'],
  },
  {
    id: 'comment',
    title: 'Say something',
    description: 'Comment on a story or chapter.',
    link: '/library',
    target: 1,
    reward: { ink: 20 },
    counts: ['comment'],
  },
  {
    id: 'react',
    title: 'Tell the author',
    description: 'Like, rate or react to a story or chapter.',
    link: '/library',
    target: 1,
    reward: { ink: 20 },
    counts: ['like', 'rate', 'react'],
  },
  {
    id: 'finish-story',
    title: 'Finish a story',
    description: 'Read every chapter of a story.',
    link: '/library',
    target: 1,
    reward: { ink: 50 },
    counts: 'finished stories',
  },
  {
    id: 'community',
    title: 'Find your people',
    description: 'Join a community, or post in one.',
    link: '/community',
    target: 1,
    reward: { ink: 20 },
    counts: 'communities',
  },
  {
    id: 'publish-chapter',
    title: 'Publish a chapter',
    description: 'Write a story and publish its first chapter.',
    link: '/write',
    target: 1,
    reward: { ink: 50 },
    counts: ['publish_chapter'],
  },
];
