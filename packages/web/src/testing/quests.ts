import type { Mission, Quest } from '@inkling/contract/quests';
import { paths } from '../lib/paths.ts';

/** A daily quest of the reader's, half done. */
export const quest: Quest = {
  _id: 'chapters-of-the-day:2026-03-02',
  type: 'DAILY',
  title: 'Two more chapters',
  description: 'Finish 2 chapters you haven’t read before.',
  requirements: { action: 'finish_chapter', target: 2 },
  reward: { ink: 30 },
  startsAt: '2026-03-02T00:00:00.000Z',
  endsAt: '2026-03-03T00:00:00.000Z',
  lastDay: '2026-03-02',
  progress: 1,
  isCompleted: false,
  completedAt: null,
  isClaimed: false,
  isAssigned: true,
};

const complete = { isCompleted: true, completedAt: '2026-03-02T09:00:00.000Z' };

export const completeQuest: Quest = {
  ...quest,
  ...complete,
  _id: 'minutes-of-the-day:2026-03-02',
  title: 'Twenty quiet minutes',
  description: 'Read for 20 minutes.',
  requirements: { action: 'read_minutes', target: 20 },
  progress: 20,
};

export const weeklyQuest: Quest = {
  ...quest,
  _id: 'comments-of-the-week:2026-03-02',
  type: 'WEEKLY',
  title: 'Good company',
  description: 'Comment on 3 stories or chapters you haven’t commented on before.',
  requirements: { action: 'comment', target: 3 },
  reward: { ink: 80 },
  progress: 0,
  endsAt: '2026-03-09T00:00:00.000Z',
  lastDay: '2026-03-08',
};

export const monthlyQuest: Quest = {
  ...quest,
  _id: 'chapters-of-the-month:2026-03-01',
  type: 'MONTHLY',
  title: 'A chapter a day',
  description: 'Finish 30 chapters you haven’t read before.',
  requirements: { action: 'finish_chapter', target: 30 },
  reward: { gems: 8 },
  progress: 12,
  startsAt: '2026-03-01T00:00:00.000Z',
  endsAt: '2026-04-01T00:00:00.000Z',
  lastDay: '2026-03-31',
};

export const mission: Mission = {
  _id: 'save-story',
  id: 'save-story',
  title: 'Save a story',
  description: 'Bookmark a story for later.',
  link: paths.discover,
  progress: 0,
  target: 1,
  isCompleted: false,
  isClaimed: false,
  reward: { ink: 20 },
};
