import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A member posted to a community; `isPublic` is whether everyone may read it. */
export const postAdded = defineEvent('post.added', {
  payload: { postId: z.uuid(), communityId: z.uuid(), writerId: z.uuid(), isPublic: z.boolean() },
  subject: 'postId',
  people: ['writerId'],
});

/** A person asked to join a private community. */
export const joinRequested = defineEvent('join.requested', {
  payload: { communityId: z.uuid(), userId: z.uuid() },
  subject: 'communityId',
  people: ['userId'],
});

/** A person's request to join was accepted or declined. */
export const joinAnswered = defineEvent('join.answered', {
  payload: { communityId: z.uuid(), userId: z.uuid(), isAccepted: z.boolean() },
  subject: 'communityId',
  people: ['userId'],
});

/** A member became the founder, in place of one who handed the community over, left or deleted their account. */
export const founderChanged = defineEvent('founder.changed', {
  payload: { communityId: z.uuid(), userId: z.uuid() },
  subject: 'communityId',
  people: ['userId'],
});

/** A person who took part in a community was banned from it, the ban was changed, or it was lifted. */
export const banChanged = defineEvent('ban.changed', {
  payload: { communityId: z.uuid(), userId: z.uuid() },
  subject: 'communityId',
  people: ['userId'],
});

/** A banned person appealed against the ban. */
export const banAppealed = defineEvent('ban.appealed', {
  payload: { communityId: z.uuid(), userId: z.uuid() },
  subject: 'communityId',
  people: ['userId'],
});

/** Founder or moderators pinned a post. */
export const postPinned = defineEvent('post.pinned', {
  payload: { postId: z.uuid(), communityId: z.uuid(), writerId: z.uuid() },
  subject: 'postId',
  people: ['writerId'],
});

/** A post was deleted by another person than its writer. */
export const postRemoved = defineEvent('post.removed', {
  payload: { postId: z.uuid(), communityId: z.uuid(), writerId: z.uuid() },
  subject: 'postId',
  people: ['writerId'],
});
