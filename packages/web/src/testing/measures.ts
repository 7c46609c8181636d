import type { Measure } from '@inkling/contract/measures';
import type { QueueEntryDetails } from '@inkling/contract/reports';
import { paths } from '../lib/paths.ts';
import { idOf, story } from './fixtures.ts';

const at = '2026-01-02T00:00:00.000Z';
export const grace = { _id: idOf(3), username: 'grace', displayName: 'Grace', avatar: null };
export const bo = { _id: idOf(51), username: 'bo', displayName: 'Bo', avatar: null };

/** A warning to Grace by Bo. */
export const warning: Measure = {
  _id: idOf(910),
  kind: 'warn',
  subject: { kind: 'story', _id: story._id, title: story.title },
  reason: 'Please be kind.',
  isByModerator: false,
  createdAt: at,
  until: null,
  endedAt: null,
  appeal: null,
  canAppeal: true,
  person: grace,
  by: bo,
  liftedBy: null,
};

/** An open entry about Grace’s story. */
export const entry: QueueEntryDetails = {
  _id: idOf(920),
  subjectKind: 'story',
  subjectId: story._id,
  title: story.title,
  excerpt: 'A lamp, and who lit it.',
  person: grace,
  community: null,
  held: null,
  reporters: 2,
  reasons: ['spam', 'copied'],
  takenBy: null,
  createdAt: at,
  decision: null,
  decidedBy: null,
  closedAt: null,
  moderated: null,
  link: paths.story(story._id),
  context: '',
  copies: [{ text: 'A lamp, and who lit it.', image: null, createdAt: at }],
  reports: [{ _id: idOf(921), reporter: bo, reason: 'spam', text: 'Look.', createdAt: at }],
  notes: [],
  history: [warning],
  earlier: { closed: 2, dismissed: 1 },
};
