import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

const ofAuthor = {
  payload: { storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId' as const,
  people: ['authorId' as const],
};

/** A story was published, for the first time or again. Emitted while the story's row is locked. */
export const storyPublished = defineEvent('story.published', ofAuthor);

/** A story was taken down by the people who run the site, published or not. Emitted while the story's row is locked. */
export const storyTakenDown = defineEvent('story.taken-down', ofAuthor);

/** A person began to like a story; also again, after they had taken it back. */
export const storyLiked = defineEvent('story.liked', {
  payload: { storyId: z.uuid(), likerId: z.uuid() },
  subject: 'storyId',
  people: ['likerId'],
});

/** A published story became complete, or a complete story was published. Emitted while the story's row is locked. */
export const storyCompleted = defineEvent('story.completed', ofAuthor);

/**
 * A published story was changed or unpublished by its author, taken down, moved to the trash, or hidden with its author's
 * account. Emitted while the story's row is locked.
 */
export const storySaved = defineEvent('story.saved', ofAuthor);
