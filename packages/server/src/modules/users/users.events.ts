import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** Someone began to follow a person; emitted while both people's rows are locked. */
export const personFollowed = defineEvent('person.followed', {
  payload: { followerId: z.uuid(), followedId: z.uuid() },
  subject: 'followedId',
  people: ['followerId', 'followedId'],
});
