import { allCalls } from '@inkling/contract/all';
import { type ReportSubject, reportSubject } from '@inkling/contract/reports';
import { expect, test } from 'vitest';
import { modules } from '../modules.ts';
import { textFieldsOf } from './hostile-values.ts';

/** The calls with which people write what others read, by the kind of thing under which it is reported. */
const reportedAs: { [Kind in ReportSubject]: string[] } = {
  story: [
    'POST /stories',
    'PUT /stories/{id}',
    'POST /imports/stories',
    'POST /imports/{id}/confirm',
    'POST /stories/{id}/volumes',
    'PUT /stories/{id}/volumes/{volumeId}',
  ],
  chapter: [
    'POST /chapters',
    'POST /chapters/{id}/split',
    'POST /stories/{id}/chapters/bulk',
    'POST /stories/{id}/replace',
    'PUT /chapters/{id}',
    'PUT /chapters/{id}/recap',
    'PUT /chapters/{id}/revision',
    'PUT /stories/{id}/drafts/{chapterId}',
  ],
  comment: [
    'POST /comments',
    'POST /community/{id}/posts/{postId}/comments',
    'PUT /comments/{id}',
    'PUT /community/comments/{id}',
  ],
  review: ['PUT /stories/{id}/rating'],
  reply: ['PUT /reviews/{id}/reply'],
  message: ['POST /messages'],
  post: ['POST /community/{id}/posts', 'PUT /community/{id}/posts/{postId}'],
  community: ['POST /community', 'PUT /community/{id}'],
  collection: [
    'POST /collections',
    'POST /collections/{id}/stories',
    'PUT /collections/{id}',
    'PUT /collections/{id}/stories/{storyId}/note',
  ],
  series: ['POST /series', 'PUT /series/{id}'],
  note: ['POST /stories/{id}/notes', 'PUT /stories/{id}/notes/{noteId}'],
  profile: ['PATCH /users/profile/me', 'POST /auth/register'],
  // Pictures, which are uploaded.
  cover: [],
  avatar: [],
};

/** What no other reader sees: notes and searches of one's own, drafts, what is sent to the team, facts of the browser. */
const readByNoOne = [
  'DELETE /beta-links/comments/{id}',
  'DELETE /upload/delete',
  'DELETE /users/me',
  'POST /admin/people/{id}/delete',
  'POST /admin/people/{id}/end-sessions',
  'POST /admin/people/{id}/export',
  'PATCH /auth/reset-password/{token}',
  'PATCH /auth/update-email',
  'PATCH /auth/update-password',
  'POST /ai/feedback',
  'POST /ai/grammar',
  'POST /ai/story-ideas',
  'POST /analytics/sync/reading-session',
  'POST /analytics/track/reading-session',
  'POST /auth/forgot-password',
  'POST /auth/invitation',
  'POST /auth/login',
  'POST /beta-links/open',
  'POST /beta-links/read',
  'POST /bookmarks',
  'POST /devices',
  'POST /ereader-email/confirm',
  'PUT /ereader-email/address',
  'POST /chapters/{id}/progress',
  'POST /community/{id}/appeal',
  'POST /community/{id}/invitations',
  'POST /community/{id}/seen',
  'POST /fixes',
  'POST /highlights',
  'POST /imports/{id}/encoding',
  'POST /library/import/preview',
  'POST /measures/{id}/appeal',
  'POST /quests/{id}/progress',
  'POST /reacting-sessions/end',
  'POST /reacting-sessions/start',
  'POST /reacting-sessions/sync',
  'POST /reports',
  'POST /search/history',
  'POST /site/contact',
  'POST /stories/{id}/beta-links',
  'POST /stories/{id}/find',
  'POST /stories/{id}/schedules',
  'POST /stories/{id}/view',
  'POST /subscriptions/unsubscribe',
  'PUT /ai/consent',
  'PUT /analytics/story/{id}/notes/{noteId}',
  'PUT /bookmarks/{id}',
  'POST /admin/people/find',
  'PUT /chapters/{id}/plan',
  'PUT /chapters/{id}/schedule',
  'PUT /chapters/{id}/versions/{version}',
  'PUT /highlights/{id}',
  'PUT /push/subscription',
  'PUT /stories/{id}/beta-links/{linkId}',
  'PUT /stories/{id}/bible/{entryId}',
  'PUT /stories/{id}/library/note',
];

/** Read by people to whom the author of a story gave a link, and deleted by that author. */
const readByBetaReaders = ['POST /beta-links/comments', 'PUT /beta-links/comments/{id}'];

/** Words of the team, and of moderators to the person whom they ban. */
const readFromStaff = [
  'PATCH /admin/settings',
  'POST /admin/measures/{id}/answer',
  'PUT /admin/takedowns/{id}',
  'POST /admin/people/{id}/moderator',
  'POST /admin/people/{id}/suspend',
  'POST /admin/reports/{id}/decide',
  'POST /admin/reports/{id}/notes',
  'POST /genres',
  'POST /genres/{id}/subgenres',
  'PUT /admin/plans/{username}',
  'PUT /community/{id}/bans/{userId}',
  'PUT /genres/{id}',
];

test('what people write for others can be reported: each call that takes a text says as what, or who reads it', () => {
  const writes = allCalls
    .map(({ call }) => call)
    .filter((call) => textFieldsOf(call).some(({ isAddress }) => !isAddress));
  const known = [...Object.values(reportedAs).flat(), ...readByNoOne, ...readByBetaReaders, ...readFromStaff];
  expect(known.toSorted()).toEqual(writes.map(({ key }) => key).toSorted());
});

test('each kind of thing that can be reported is declared by the module that owns it, once', () => {
  const declared = modules.flatMap(({ reportable = [] }) => reportable.map(({ kind }) => kind));
  expect(declared.toSorted()).toEqual(reportSubject.options.toSorted());
});
