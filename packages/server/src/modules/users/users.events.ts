import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** Someone began to follow a person; emitted while both people's rows are locked. */
export const personFollowed = defineEvent('person.followed', {
  payload: { followerId: z.uuid(), followedId: z.uuid() },
  subject: 'followedId',
  people: ['followerId', 'followedId'],
});

/** A person has begun or stopped to show that they are reading. */
export const presenceChanged = defineEvent('person.presence-changed', {
  payload: { userId: z.uuid(), showsPresence: z.boolean() },
  subject: 'userId',
  people: ['userId'],
});
