import type { createChapter as createCall } from '@inkling/contract/chapters';
import type { z } from 'zod';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce, idTaken } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { lockStory, requireEditable, requireTextSpace, requireVerifiedAuthor } from '../stories/index.ts';
import { recount } from './chapter-order.queries.ts';
import { requireChapterSpace, requireEnoughWords } from './chapter-rules.ts';
import type { ProcessedText } from './chapter-text.ts';
import { chapterPublished } from './chapters.events.ts';
import * as queries from './chapters.queries.ts';
import { deleteSavedDraft } from './drafts.service.ts';
import { processText } from './long-texts.ts';
import { type OwnChapter, readOwn } from './own-chapter.ts';
import { savedBy } from './version-saving.ts';
import { findLastVolume } from './volumes.queries.ts';

type NewChapter = z.output<(typeof createCall)['body']>;

/** The size of title and note in their author's quota, computed the same way as in the database. */
const chapterBytes = ({ title, authorNotes }: Pick<ChapterText, 'title' | 'authorNotes'>): number =>
  Buffer.byteLength(title) + Buffer.byteLength(authorNotes) + 100;

export interface ChapterText {
  /** The id that the author's client has chosen. */
  _id?: string | undefined;
  title: string;
  content: string;
  authorNotes: string;
  isPublished: boolean;
}

type ProcessedChapter = ChapterText & ProcessedText;

/** Counts words and paragraphs of new chapters; separate from `insertChapters` to keep its transaction short. */
export async function processChapters(
  ctx: Pick<RequestContext, 'threads'>,
  chapters: ChapterText[],
): Promise<ProcessedChapter[]> {
  const processed: ProcessedChapter[] = [];
  for (const chapter of chapters) {
    const { content } = chapter;
    processed.push({ ...chapter, ...(await processText(ctx, { before: null, content, nextParagraph: 1 })) });
  }
  return processed;
}

/** Appends chapters, to the last volume if there is one, in the caller's transaction, which must have locked the story's row. */
export async function insertChapters(
  ctx: Pick<AppContext, 'clock' | 'config' | 'events' | 'live'>,
  tx: Db,
  story: { id: string; author_id: string; chapters: number },
  chapters: ProcessedChapter[],
  session: Buffer | null = null,
): Promise<string[]> {
  const now = ctx.clock.now();
  requireChapterSpace(story.chapters + chapters.length);
  const sizes = chapters.map((chapter) => chapterBytes(chapter) + chapter.bytes);
  await requireTextSpace(
    tx,
    ctx.config,
    story.author_id,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  if (chapters.some(({ isPublished }) => isPublished)) await requireVerifiedAuthor(ctx, tx, story.author_id);
  for (const { isPublished, wordCount } of chapters) if (isPublished) requireEnoughWords(wordCount);
  const rows = chapters.map((chapter) => ({ ...chapter, savedBy: session }));
  const end = { after: story.chapters, volumeId: await findLastVolume(tx, story.id) };
  const ids = await queries.insertChapters(tx, story.id, end, rows, now);
  if (ids === undefined) throw idTaken();
  await recount(tx, story.id, rows.some(({ isPublished }) => isPublished) ? now : null);
  const published = ids.filter((_, index) => rows[index]?.isPublished);
  const { id: storyId, author_id: authorId } = story;
  const payloads = published.map((chapterId) => ({ chapterId, storyId, authorId, isFirst: true }));
  await emit(ctx, tx, chapterPublished, ...payloads);
  return ids;
}

export async function createChapter(
  ctx: RequestContext,
  viewer: Viewer,
  body: NewChapter,
): Promise<OwnChapter> {
  const processed = await processChapters(ctx, [body]);
  return transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, body.story));
    const id = await createOnce(ctx, body._id, {
      isSame: (chosen) => queries.isChapterOf(tx, chosen, story.id),
      create: async () => {
        // Delete the draft first, so that its bytes are free for the chapter.
        await deleteSavedDraft(tx, { authorId: viewer.id, storyId: story.id, slot: 'new' }, body);
        const [created] = await insertChapters(ctx, tx, story, processed, savedBy(viewer));
        return created;
      },
    });
    return readOwn(tx, viewer, id);
  });
}
