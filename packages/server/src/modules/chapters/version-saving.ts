import { minute } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { requireTextSpace } from '../stories/index.ts';
import type { FoundChapter } from './chapters.queries.ts';
import * as queries from './versions.queries.ts';

/** Saves of a draft chapter from one session within this time after the version's first save are one version. */
const mergeWindow = 10 * minute;
/** The share of a run's first text that its merged saves must retain together, so that cuts can be restored. */
const minRetainedShare = 0.9;

/** Identifies the session that saves; too short a part of the token hash to sign in with. */
export const savedBy = ({ session }: Viewer): Buffer => session.tokenHash.subarray(0, 8);

/**
 * Whether the next version replaces the current one (docs/product/chapters.md#versions): only for a draft that readers never saw,
 * saved recently in the same session, and without a name. A text that an older version also has was restored, and stays.
 */
async function replacesCurrent(
  tx: Db,
  chapter: FoundChapter,
  current: queries.VersionRow,
  content: string,
  retainedShare: number,
  now: Date,
  session: Buffer,
): Promise<boolean> {
  if (current.name !== null) return false;
  if (chapter.is_published || chapter.public_version === current.version) return false;
  if (current.saved_by === null || !session.equals(current.saved_by)) return false;
  if (retainedShare < minRetainedShare) return false;
  if (now.getTime() - current.created_at.getTime() >= mergeWindow) return false;
  return !(await queries.hasOlderVersionWith(tx, chapter, current.version, content));
}

interface NextVersion {
  viewer: Viewer;
  chapter: FoundChapter;
  current: queries.VersionRow;
  content: string;
  /** Its size in its author's quota, with title and note. */
  bytes: number;
  /** The share of the current text that is still in it, from 0 to 1. */
  retainedShare: number;
  /** Whether the request allows it to replace the current one. */
  mayReplace: boolean;
  now: Date;
}

/** Makes room for a chapter's next version and returns its first fields; call it before inserting the version. */
export async function prepareVersion(
  tx: Db,
  ctx: RequestContext,
  { viewer, chapter, current, content, bytes, retainedShare, mayReplace, now }: NextVersion,
): Promise<Pick<queries.VersionRow, 'created_at' | 'saved_by' | 'retained_share'>> {
  const saved_by = savedBy(viewer);
  const retained = current.retained_share * retainedShare;
  const replaces =
    mayReplace && (await replacesCurrent(tx, chapter, current, content, retained, now, saved_by));
  if (replaces) await queries.deleteVersion(tx, chapter, current.version);
  await requireTextSpace(tx, ctx.config, chapter.author_id, bytes);
  return replaces
    ? { created_at: current.created_at, saved_by, retained_share: retained }
    : { created_at: now, saved_by, retained_share: 1 };
}
