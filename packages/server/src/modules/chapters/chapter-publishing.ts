import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { refuseTakenDown, requireVerifiedAuthor } from '../stories/index.ts';
import { recount } from './chapter-order.queries.ts';
import { requireEnoughWords } from './chapter-rules.ts';
import { chapterPublished, chapterSaved } from './chapters.events.ts';
import { type FoundChapter, updateChapter } from './chapters.queries.ts';
import { emitTextSaved } from './text-saved.ts';

type ToPublish = Pick<FoundChapter, 'author_id' | 'is_published' | 'takedown_reason'>;

/** Rejects publishing a chapter with this number of words, or keeping it published (docs/product/stories.md#publishing). */
export async function requirePublishable(
  ctx: Pick<AppContext, 'config'>,
  tx: Db,
  chapter: ToPublish,
  words: number,
): Promise<void> {
  if (!chapter.is_published) await requireVerifiedAuthor(ctx, tx, chapter.author_id);
  refuseTakenDown(chapter, 'chapter');
  requireEnoughWords(words);
}

/** Publishes a draft chapter as it is saved. The caller must have locked the story. */
export async function publishChapter(
  ctx: Pick<AppContext, 'clock' | 'config' | 'events' | 'live'>,
  tx: Db,
  chapter: FoundChapter,
): Promise<void> {
  await requirePublishable(ctx, tx, chapter, chapter.word_count);
  const now = ctx.clock.now();
  const isFirst = chapter.published_at === null;
  await updateChapter(tx, chapter.id, {
    is_published: true,
    ...(isFirst && { published_at: now }),
    updated_at: now,
  });
  await recount(tx, chapter.story_id, isFirst ? now : null);
  const payload = { chapterId: chapter.id, storyId: chapter.story_id, authorId: chapter.author_id };
  await emit(ctx, tx, chapterPublished, { ...payload, isFirst });
  await emit(ctx, tx, chapterSaved, { ...payload, version: chapter.version });
  await emitTextSaved(ctx, tx, chapter.story_id, [chapter]);
}
