import { chapterLimits } from '@inkling/contract/chapters';
import { AppError } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { requireTextSpace } from '../stories/index.ts';
import * as queries from './chapters.queries.ts';

/** Saves of a draft chapter from one session that follow the version's first one within this time are one version. */
const oneVersionWithin = 10 * minute;
/** The share of the text that a version has to keep to take the place of the one before: what was cut stays to be restored. */
const minRetainedShare = 0.9;

/** Names the session that saves, in a form that signs nobody in. */
export const savedBy = ({ tokenHash }: Pick<RequestContext, 'tokenHash'>): Buffer | null =>
  tokenHash?.subarray(0, 8) ?? null;

/** Refuses more chapters than a story may have (docs/product.md §3.10). */
export function requireChapterSpace(chapters: number): void {
  if (chapters <= chapterLimits.perStory) return;
  throw new AppError(
    'TOO_LARGE',
    `A story holds at most ${chapterLimits.perStory.toLocaleString('en')} chapters. Continue it in another story.`,
  );
}

/**
 * Whether the next version takes the place of the current one (docs/product.md §3.6): of a draft, saved just before in
 * the same session, that readers never saw. Texts that an older version has too are restored ones, and stay.
 */
async function replacesCurrent(
  tx: Db,
  chapter: queries.FoundChapter,
  current: queries.VersionRow,
  content: string,
  retainedShare: number,
  now: Date,
  session: Buffer | null,
): Promise<boolean> {
  if (chapter.is_published || chapter.public_version === current.version) return false;
  if (session === null || current.saved_by === null || !session.equals(current.saved_by)) return false;
  if (retainedShare < minRetainedShare) return false;
  if (now.getTime() - current.created_at.getTime() >= oneVersionWithin) return false;
  return !(await queries.hasOlderVersionWith(tx, chapter, current.version, content));
}

interface NextVersion {
  chapter: queries.FoundChapter;
  current: queries.VersionRow;
  content: string;
  /** What it counts as against its author's quota, with title and note. */
  bytes: number;
  /** How much of the current text is still in it, from 0 to 1. */
  retainedShare: number;
  /** Whether it may take the place of the current one, as far as the request goes. */
  mayReplace: boolean;
  now: Date;
}

/** Makes room for a chapter's next version, and gives what it begins with; call it before the version is inserted. */
export async function beginVersion(
  tx: Db,
  ctx: RequestContext,
  { chapter, current, content, bytes, retainedShare, mayReplace, now }: NextVersion,
): Promise<{ created_at: Date; saved_by: Buffer | null }> {
  const saved_by = savedBy(ctx);
  const replaces =
    mayReplace && (await replacesCurrent(tx, chapter, current, content, retainedShare, now, saved_by));
  if (replaces) await queries.deleteVersion(tx, chapter, current.version);
  await requireTextSpace(tx, ctx.config, chapter.author_id, bytes);
  return { created_at: replaces ? current.created_at : now, saved_by };
}
