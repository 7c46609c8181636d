import { hash, randomBytes } from 'node:crypto';
import type { BetaChapter, BetaLink } from '@inkling/contract/beta-links';
import { betaLinkLimits } from '@inkling/contract/limits';
import { AppError, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import type { PrebuiltJson } from '../../platform/http/sent-json.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { findOwnChapter, lockOwnChapter, textResponse } from '../chapters/index.ts';
import * as queries from './beta-links.queries.ts';

// Links with which beta readers read one draft chapter (docs/product/beta-links.md).

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

const present = ({ id, created_at, ends_at }: queries.BetaLinkRow): BetaLink => ({
  _id: id,
  createdAt: created_at.toISOString(),
  endsAt: ends_at.toISOString(),
});

export async function listLinks(ctx: RequestContext, viewer: Viewer, id: string): Promise<BetaLink[]> {
  await findOwnChapter(ctx.db, viewer, id);
  return (await queries.listLinks(ctx.db, id, ctx.clock.now())).map(present);
}

/** Creates a link, of whose token only a hash is stored. Throws CONFLICT for a chapter that isn't a draft, and QUOTA_REACHED. */
export const createLink = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
): Promise<BetaLink & { token: string }> =>
  transaction(ctx.db, async (tx) => {
    await lockOwnChapter(tx, viewer, id);
    const now = ctx.clock.now();
    const { days, perChapter } = betaLinkLimits;
    if ((await queries.listLinks(tx, id, now)).length >= perChapter)
      throw new AppError(
        'QUOTA_REACHED',
        `A chapter can have at most ${perChapter} links for beta readers. Revoke one to create another.`,
      );
    const token = randomBytes(32).toString('base64url');
    const endsAt = new Date(now.getTime() + days * day);
    const row = await queries.insertLink(tx, { chapterId: id, hash: hashOf(token), now, endsAt });
    if (row === undefined)
      throw new AppError(
        'CONFLICT',
        'Only a draft chapter can have links for beta readers, and only while it isn’t taken down.',
      );
    return { ...present(row), token };
  });

export const revokeLink = (ctx: RequestContext, viewer: Viewer, id: string, linkId: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockOwnChapter(tx, viewer, id);
    if (!(await queries.removeLink(tx, id, linkId))) throw notFound('Link');
  });

/** Throws the same NOT_FOUND for every token that opens nothing. */
export async function readChapter(
  ctx: RequestContext,
  token: string,
): Promise<{ data: BetaChapter } | PrebuiltJson> {
  const row = await queries.findShared(ctx.db, hashOf(token), ctx.clock.now());
  if (row === undefined)
    throw new AppError('NOT_FOUND', 'This link can no longer be used. Please ask the author for a new one.');
  if (row.is_listed) return { data: { isPublished: true, story: row.story_id, chapter: row.chapter_id } };
  const fields = {
    isPublished: false,
    storyTitle: row.story_title,
    author: row.author,
    language: row.language,
    isMature: row.is_mature,
    endsAt: row.ends_at.toISOString(),
    title: row.title,
    authorNotes: row.author_notes,
    endNotes: row.end_notes,
  };
  return textResponse(ctx, fields, row);
}

/** Every night. */
export const sweepBetaLinks = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'sweep-beta-links', '25 4 * * *', [(now) => queries.deleteEnded(ctx.db, now)]);
