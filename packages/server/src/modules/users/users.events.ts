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

/** Someone has an account now. */
export const personAdded = defineEvent('person.added', {
  payload: { userId: z.uuid() },
  subject: 'userId',
  people: ['userId'],
});

/** An author has said where they have moved. */
export const personMoved = defineEvent('person.moved', {
  payload: { userId: z.uuid() },
  subject: 'userId',
  people: ['userId'],
});

/** A person's username or display name was changed. Emitted while their row is locked. */
export const personRenamed = defineEvent('person.renamed', {
  payload: { userId: z.uuid() },
  subject: 'userId',
  people: ['userId'],
});
