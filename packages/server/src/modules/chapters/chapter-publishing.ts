import { minWordsToPublish } from '@inkling/contract/words';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { emit, emitFacts, fact } from '../../platform/events/emit.ts';
import { lockStory, recountChapters, refuseTakenDown, requireVerifiedAuthor } from '../stories/index.ts';
import { recount, setAnnounced, setPublished } from './chapter-order.queries.ts';
import { chapterPublished, chapterRenewed, chapterTakenDown, savedFacts } from './chapters.events.ts';
import { type FoundChapter, findChapter, updateChapter } from './chapters.queries.ts';

interface ChapterRef {
  id: string;
  storyId: string;
}

/** Takes a chapter down; the following chapters are renumbered for readers. */
export async function takeDownChapter(
  ctx: Pick<AppContext, 'clock' | 'events' | 'live'>,
  tx: Db,
  { id, storyId }: ChapterRef,
  reason: string,
): Promise<void> {
  await lockStory(tx, storyId);
  const chapter = await findChapter(tx, id);
  const now = ctx.clock.now();
  const takedown = { taken_down_at: now, takedown_reason: reason };
  await updateChapter(tx, id, { ...takedown, is_published: false, updated_at: now });
  await recount(tx, storyId);
  if (chapter === undefined) return;
  const story = { id: storyId, author_id: chapter.author_id };
  await emitFacts(ctx, tx, [
    fact(chapterTakenDown, { chapterId: id, storyId, authorId: chapter.author_id }),
    ...(chapter.is_published ? savedFacts(story, { ...chapter, is_published: false }) : []),
  ]);
}

export async function reinstateChapter(tx: Db, { id, storyId }: ChapterRef): Promise<void> {
  await lockStory(tx, storyId);
  await updateChapter(tx, id, { taken_down_at: null, takedown_reason: null });
}

/** A chapter can be announced again if at most this share of it was there when it was last announced. */
const maxKnownShare = 0.2;

type EmitContext = Pick<AppContext, 'clock' | 'events' | 'live'>;
type StoryRef = { id: string; author_id: string };

/** Rejects publishing a chapter that is too short (docs/product/chapters.md#words). */
export function requireEnoughWords(words: number): void {
  if (words >= minWordsToPublish) return;
  throw new AppError(
    'TOO_SHORT_TO_PUBLISH',
    `Chapter must have at least 200 words to be published. Current word count: ${words}`,
  );
}

/** Rejects publishing a chapter with this number of words, or keeping it published (docs/product/stories.md#publishing). */
export async function requirePublishable(
  ctx: Pick<AppContext, 'config'>,
  tx: Db,
  chapter: Pick<FoundChapter, 'author_id' | 'is_published' | 'takedown_reason'>,
  words: number,
): Promise<void> {
  if (!chapter.is_published) await requireVerifiedAuthor(ctx, tx, chapter.author_id);
  refuseTakenDown(chapter, 'chapter');
  requireEnoughWords(words);
}

/** A chapter as it is stored; `isNew` if it was created in the same transaction. */
type ToPublish = Pick<FoundChapter, 'id' | 'published_at' | 'version' | 'public_version'> & {
  isNew?: boolean;
};

/**
 * Publishes draft chapters of a locked story, however that was asked for; the caller has checked that they may be. Their
 * dates and numbers, the story's counts, the versions that readers have seen and the events change together.
 */
export async function publishChapters(
  ctx: EmitContext,
  tx: Db,
  story: StoryRef,
  chapters: ToPublish[],
  announces = true,
): Promise<void> {
  if (chapters.length === 0) return;
  const now = ctx.clock.now();
  const isFirst = ({ published_at }: ToPublish) => published_at === null;
  await setPublished(tx, story.id, chapters, true, now, announces);
  await recountChapters(tx, story.id, chapters.some(isFirst) ? now : null);
  const ids = { storyId: story.id, authorId: story.author_id };
  const facts = chapters.flatMap((chapter) => [
    fact(chapterPublished, { ...ids, chapterId: chapter.id, isFirst: isFirst(chapter) }),
    ...(chapter.isNew ? [] : savedFacts(story, { ...chapter, is_published: true })),
  ]);
  await emitFacts(ctx, tx, facts);
}

/**
 * Announces a published chapter. A second announcement requires a text that is nearly all new
 * (docs/product/chapters.md#announcing). Throws CONFLICT otherwise.
 */
export async function announce(
  ctx: EmitContext,
  tx: Db,
  { id, story_id: storyId, author_id: authorId }: Pick<FoundChapter, 'id' | 'story_id' | 'author_id'>,
): Promise<void> {
  const now = ctx.clock.now();
  const known = await setAnnounced(tx, id, now);
  if (known !== null && known > maxKnownShare)
    throw new AppError(
      'CONFLICT',
      'Most of this chapter hasn’t changed since you announced it. You can announce it again once nearly all of its text is new.',
    );
  await recountChapters(tx, storyId, now);
  if (known !== null) await emit(ctx, tx, chapterRenewed, { chapterId: id, storyId, authorId });
}

/** The reverse of `publishChapters`. */
export async function unpublishChapters(
  ctx: EmitContext,
  tx: Db,
  story: StoryRef,
  chapters: ToPublish[],
): Promise<void> {
  if (chapters.length === 0) return;
  await setPublished(tx, story.id, chapters, false, ctx.clock.now());
  await recountChapters(tx, story.id, null);
  const facts = chapters.flatMap((chapter) => savedFacts(story, { ...chapter, is_published: false }));
  await emitFacts(ctx, tx, facts);
}
