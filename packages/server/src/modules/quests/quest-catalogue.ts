import type { QuestAction, QuestType } from '@inkling/contract/quests';
import type { Reward } from '@inkling/contract/rewards';
import type { CountedAction } from '../rewards/index.ts';

/** A quest that returns each day, week or month. */
export interface QuestTemplate {
  /** Never changed, nor given to another quest: ids and the ledger contain it. Lower-case letters and hyphens. */
  name: string;
  type: QuestType;
  title: string;
  /** Of its target, which is smaller if it was given during its period. */
  description: (target: number) => string;
  action: QuestAction;
  /** Of a whole period. */
  target: number;
  /** For a whole period, in one currency. */
  reward: Reward;
}

const finishChapters = (target: number) =>
  `Finish ${target === 1 ? 'a chapter' : `${target} chapters`} you haven’t read before.`;
const readMinutes = (target: number) => `Read for ${target} minutes.`;
const commentOn = (target: number) =>
  `Comment on ${target === 1 ? 'a story or chapter' : `${target} stories or chapters`} you haven’t commented on before.`;
const publishChapters = (target: number) =>
  target === 1 ? 'Publish a new chapter.' : `Publish ${target} new chapters.`;

/** Every quest, an entry each (docs/product/quests.md#catalogue). */
export const questTemplates: readonly QuestTemplate[] = [
  {
    name: 'chapters-of-the-day',
    type: 'DAILY',
    title: 'Two more chapters',
    description: finishChapters,
    action: 'finish_chapter',
    target: 2,
    reward: { ink: 30 },
  },
  {
    name: 'minutes-of-the-day',
    type: 'DAILY',
    title: 'Twenty quiet minutes',
    description: readMinutes,
    action: 'read_minutes',
    target: 20,
    reward: { ink: 30 },
  },
  {
    name: 'words-of-the-day',
    type: 'DAILY',
    title: 'Three thousand words',
    description: (target) => `Read ${target.toLocaleString('en')} new words.`,
    action: 'read_words',
    target: 3000,
    reward: { ink: 35 },
  },
  {
    name: 'comment-of-the-day',
    type: 'DAILY',
    title: 'Join the conversation',
    description: commentOn,
    action: 'comment',
    target: 1,
    reward: { ink: 20 },
  },
  {
    name: 'highlight-of-the-day',
    type: 'DAILY',
    title: 'A line worth keeping',
    description: () => 'Highlight a passage in a chapter where you have no highlights yet.',
    action: 'highlight',
    target: 1,
    reward: { ink: 20 },
  },
  {
    name: 'publish-of-the-day',
    type: 'DAILY',
    title: 'Fresh off the press',
    description: publishChapters,
    action: 'publish_chapter',
    target: 1,
    reward: { ink: 40 },
  },
  {
    name: 'chapters-of-the-week',
    type: 'WEEKLY',
    title: 'A week of chapters',
    description: finishChapters,
    action: 'finish_chapter',
    target: 10,
    reward: { ink: 100 },
  },
  {
    name: 'minutes-of-the-week',
    type: 'WEEKLY',
    title: 'Hours of reading',
    description: readMinutes,
    action: 'read_minutes',
    target: 120,
    reward: { ink: 100 },
  },
  {
    name: 'comments-of-the-week',
    type: 'WEEKLY',
    title: 'Good company',
    description: commentOn,
    action: 'comment',
    target: 3,
    reward: { ink: 80 },
  },
  {
    name: 'publish-of-the-week',
    type: 'WEEKLY',
    title: 'New for your readers',
    description: publishChapters,
    action: 'publish_chapter',
    target: 2,
    reward: { ink: 120 },
  },
  {
    name: 'chapters-of-the-month',
    type: 'MONTHLY',
    title: 'A chapter a day',
    description: finishChapters,
    action: 'finish_chapter',
    target: 30,
    reward: { gems: 8 },
  },
  {
    name: 'publish-of-the-month',
    type: 'MONTHLY',
    title: 'A month of writing',
    description: publishChapters,
    action: 'publish_chapter',
    target: 4,
    reward: { gems: 10 },
  },
];

/** How many quests of a type a person gets. */
export const questsPerPeriod: Record<QuestType, number> = { DAILY: 3, WEEKLY: 2, MONTHLY: 1 };

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
  /** What counts for it: actions that were counted, or what `quests.queries.ts` counts under this name. */
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
