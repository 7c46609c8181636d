import type { createChapter as createCall } from '@inkling/contract/chapters';
import type { z } from 'zod';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce, idTaken } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import {
  lockStory,
  recountChapters,
  requireEditable,
  requireTextSpace,
  requireVerifiedAuthor,
} from '../stories/index.ts';
import { requireChapterSpace } from './chapter-order.ts';
import { publishChapters, requireEnoughWords } from './chapter-publishing.ts';
import type { ProcessedText } from './chapter-text.ts';
import { presentChapter } from './chapters.present.ts';
import * as queries from './chapters.queries.ts';
import { deleteSavedDrafts } from './drafts.service.ts';
import { processText } from './long-texts.ts';
import { type OwnChapter, readOwn } from './own-chapter.ts';
import { savedBy } from './versions.service.ts';

type NewChapter = z.output<(typeof createCall)['body']>;

/** The size of title and notes in their author's quota, computed the same way as in the database. */
export const chapterBytes = ({
  title,
  authorNotes,
  endNotes = '',
}: Pick<ChapterText, 'title' | 'authorNotes' | 'endNotes'>): number =>
  Buffer.byteLength(title + authorNotes + endNotes) + 100;

export interface ChapterText {
  publishedAt?: Date | null;
  /** The id that the author's client has chosen. */
  _id?: string | undefined;
  title: string;
  content: string;
  authorNotes: string;
  /** The note after the text. */
  endNotes?: string;
  isPublished: boolean;
}

type ProcessedChapter = ChapterText & ProcessedText;

/** Counts words and paragraphs of a new chapter. */
async function processChapter(
  ctx: Pick<RequestContext, 'threads'>,
  chapter: ChapterText,
): Promise<ProcessedChapter> {
  const { content } = chapter;
  return { ...chapter, ...(await processText(ctx, { before: null, content, nextParagraph: 1 })) };
}

/** Counts words and paragraphs of new chapters; separate from `insertChapters` to keep its transaction short. */
export async function processChapters(
  ctx: Pick<RequestContext, 'threads'>,
  chapters: ChapterText[],
): Promise<ProcessedChapter[]> {
  const processed: ProcessedChapter[] = [];
  for (const chapter of chapters) processed.push(await processChapter(ctx, chapter));
  return processed;
}

/** Appends chapters, to the last volume if there is one, in the caller's transaction, which must have locked the story's row. */
export async function insertChapters(
  ctx: Pick<AppContext, 'clock' | 'config' | 'events' | 'live'>,
  tx: Db,
  story: { id: string; author_id: string; chapters: number },
  chapters: ProcessedChapter[],
  session: Buffer | null = null,
  announces = true,
): Promise<queries.ChapterRow[]> {
  const now = ctx.clock.now();
  requireChapterSpace(story.chapters + chapters.length);
  if (chapters.some(({ isPublished }) => isPublished)) await requireVerifiedAuthor(ctx, tx, story.author_id);
  for (const { isPublished, wordCount } of chapters) if (isPublished) requireEnoughWords(wordCount);
  const added = chapters.map((chapter) => ({ ...chapter, savedBy: session }));
  const rows = await queries.insertChapters(tx, story.id, story.chapters, added, now);
  if (rows === undefined) throw idTaken();
  const isPublished = (_row: unknown, index: number) => chapters[index]?.isPublished === true;
  const published = rows.filter(isPublished).map((row) => ({ ...row, public_version: null, isNew: true }));
  if (published.length === 0) await recountChapters(tx, story.id, null);
  await publishChapters(ctx, tx, story, published, announces);
  return rows.map((row, index) =>
    isPublished(row, index) ? { ...row, is_published: true, published_at: now } : row,
  );
}

export async function createChapter(
  ctx: RequestContext,
  viewer: Viewer,
  body: NewChapter,
): Promise<OwnChapter & { isEarlier?: boolean }> {
  const chapter = await processChapter(ctx, body);
  return transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, body.story));
    let created: queries.ChapterRow | undefined;
    const id = await createOnce(ctx, body._id, {
      isSame: (chosen) => queries.isChapterOf(tx, chosen, story.id),
      create: async () => {
        const { _id: chapterId } = body;
        // Delete the drafts first, so that their bytes are free for the chapter.
        if (chapterId !== undefined) {
          await deleteSavedDrafts(tx, { authorId: viewer.id, storyId: story.id, chapterId }, body);
        }
        await requireTextSpace(tx, ctx.config, story.author_id, chapterBytes(body) + chapter.bytes);
        [created] = await insertChapters(ctx, tx, story, [chapter], savedBy(viewer), body.announce);
        return created?.id;
      },
    });
    if (created === undefined) return { ...(await readOwn(tx, viewer, id)), isEarlier: true };
    const { content, paragraphIds: paragraph_ids } = chapter;
    return { summary: presentChapter(created, true), text: { content, paragraph_ids } };
  });
}
