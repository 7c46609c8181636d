import { z } from 'zod';
import { fact } from '../../platform/events/emit.ts';
import { defineEvent } from '../../platform/events/event.ts';
import type { Fact } from '../../platform/events/outbox.queries.ts';
import type { FoundChapter } from './chapters.queries.ts';

// These events are emitted while the story's row is locked.

/** A chapter was published, for the first time or again. Its story may still be a draft. */
export const chapterPublished = defineEvent('chapter.published', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), authorId: z.uuid(), isFirst: z.boolean() },
  subject: 'storyId',
  people: ['authorId'],
});

/** An existing chapter was changed, published or unpublished, by its author or by a takedown; `version` is its current version. */
export const chapterSaved = defineEvent('chapter.saved', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), authorId: z.uuid(), version: z.int() },
  subject: 'storyId',
  people: ['authorId'],
});

/** A chapter was taken down by the people who run the site, published or not. */
export const chapterTakenDown = defineEvent('chapter.taken-down', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});

/** The end of a chapter, from which readers knew it, became a new draft, `chapterId`, after it. */
export const chapterSplit = defineEvent('chapter.split', {
  payload: { chapterId: z.uuid(), fromId: z.uuid(), storyId: z.uuid() },
  subject: 'storyId',
  people: [],
});

/** A published chapter was announced again, since nearly all of its text is new. */
export const chapterRenewed = defineEvent('chapter.renewed', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});

/** A chapter was moved to the trash by its author. */
export const chapterDeleted = defineEvent('chapter.deleted', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});

/**
 * A chapter that readers have seen before shows them another version from now on: a published one was saved, or one that
 * was changed as a draft was published again. Its text may be the same if only title or note have changed. What points
 * into the text (annotations, comments on paragraphs) is carried over to `version`.
 */
export const chapterTextSaved = defineEvent('chapter.text-saved', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), version: z.int() },
  subject: 'storyId',
  people: [],
});

/**
 * What the save of a chapter makes known. `chapter` is its state afterwards, but for `public_version`, the version that
 * readers saw before.
 */
export function savedFacts(
  story: { id: string; author_id: string },
  { id: chapterId, version, public_version, is_published }: SavedChapter,
): Fact[] {
  const ids = { chapterId, storyId: story.id };
  const isNewToReaders = is_published && public_version !== null && public_version !== version;
  return [
    fact(chapterSaved, { ...ids, authorId: story.author_id, version }),
    ...(isNewToReaders ? [fact(chapterTextSaved, { ...ids, version })] : []),
  ];
}

type SavedChapter = Pick<FoundChapter, 'id' | 'version' | 'public_version' | 'is_published'>;
