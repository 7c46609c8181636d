import { notFound } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { requireTextSpace } from '../stories/index.ts';
import type { ProcessedText } from './chapter-text.ts';
import type { FoundChapter } from './chapters.queries.ts';
import { textResponse } from './long-texts.ts';
import { findOwn, lockOwn } from './own-chapter.ts';
import * as queries from './versions.queries.ts';

/** Saves of a draft chapter from one session within this time after the version's first save are one version. */
const mergeWindow = 10 * minute;
/** The share of a run's first text that its merged saves must retain together, so that cuts can be restored. */
const minRetainedShare = 0.9;

/** Identifies the session that saves; too short a part of the token hash to sign in with. */
export const savedBy = ({ session }: Viewer): Buffer => session.tokenHash.subarray(0, 8);

/**
 * Whether the next version may replace the current one (docs/product/chapters.md#versions): only for a draft that readers
 * never saw, saved recently in the same session, and without a name.
 */
function isSameRun(chapter: FoundChapter, current: queries.VersionRow, session: Buffer, now: Date): boolean {
  if (current.name !== null) return false;
  if (chapter.is_published || chapter.public_version === current.version) return false;
  if (current.saved_by === null || !session.equals(current.saved_by)) return false;
  return now.getTime() - current.created_at.getTime() < mergeWindow;
}

interface NextVersion {
  title: string;
  authorNotes: string;
  endNotes: string;
  content: string;
  processed: ProcessedText;
  /** Whether the chapter is published after the save. */
  publish: boolean;
  /** Whether the request allows a draft's version to replace the current one. */
  mayReplace: boolean;
}

/** Saves a chapter's next version, in its own row and in the chapter's, and returns the chapter as it is then. */
export async function saveVersion(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  chapter: FoundChapter,
  current: queries.VersionRow,
  { title, authorNotes, endNotes, content, processed, publish, mayReplace }: NextVersion,
): Promise<FoundChapter> {
  const now = ctx.clock.now();
  const saved_by = savedBy(viewer);
  const retained = current.retained_share * processed.retainedShare;
  const replaces =
    mayReplace &&
    !publish &&
    retained >= minRetainedShare &&
    isSameRun(chapter, current, saved_by, now) &&
    (await queries.deleteUnlessRestored(tx, chapter, current.version, content));
  // The version and the chapter each store title and notes.
  const bytes = processed.bytes + 2 * Buffer.byteLength(title + authorNotes + endNotes);
  await requireTextSpace(tx, ctx.config, chapter.author_id, bytes);
  const next = {
    version: chapter.version + 1,
    title,
    author_notes: authorNotes,
    end_notes: endNotes,
    word_count: processed.wordCount,
    next_paragraph: processed.nextParagraph,
    updated_at: now,
  };
  const row = {
    ...next,
    content,
    paragraph_ids: processed.paragraphIds,
    saved_by,
    created_at: replaces ? current.created_at : now,
    retained_share: replaces ? retained : 1,
  };
  const version = await queries.insertVersion(tx, chapter, row, publish && chapter.is_published);
  return { ...chapter, ...next, version };
}

export const listVersions = async ({ db }: RequestContext, viewer: Viewer, id: string) =>
  queries.listVersions(db, await findOwn(db, viewer, id));

export async function readVersion(ctx: RequestContext, viewer: Viewer, id: string, version: number) {
  const row = await queries.findVersion(ctx.db, await findOwn(ctx.db, viewer, id), version);
  if (row === undefined) throw notFound('Version');
  const { version: found, name, title, author_notes: authorNotes, word_count: wordCount, created_at } = row;
  // Null like the others in versions from before notes were stored.
  const endNotes = row.end_notes;
  const createdAt = created_at.toISOString();
  return textResponse(ctx, { version: found, name, title, authorNotes, endNotes, wordCount, createdAt }, row);
}

/** Names one of the author's versions; an empty name removes it. A named version is kept for good. */
export async function nameVersion(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  version: number,
  name: string,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    // A save that is about to replace this version waits, or has replaced it.
    const chapter = await lockOwn(tx, viewer, id);
    await requireTextSpace(tx, ctx.config, chapter.author_id, Buffer.byteLength(name));
    if (!(await queries.nameVersion(tx, chapter, version, name === '' ? null : name)))
      throw notFound('Version');
  });
}
