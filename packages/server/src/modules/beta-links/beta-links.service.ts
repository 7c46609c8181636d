import { randomBytes } from 'node:crypto';
import type { BetaLink, createBetaLink as createCall, listBetaComments } from '@inkling/contract/beta-links';
import { betaLinkLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { z } from 'zod';
import { AppError, badInput, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { lockStory, requireAuthor, requireEditable } from '../stories/index.ts';
import * as commentQueries from './beta-comments.queries.ts';
import * as queries from './beta-links.queries.ts';
import { hashOf } from './beta-reading.service.ts';
import { presentComment } from './present-comment.ts';

// Links with which beta readers read drafts of a story, and what they comment, as the author sees it (docs/product/beta-links.md).

type Settings = z.output<(typeof createCall)['body']>;

const present = ({ id, created_at, ends_at, ...link }: queries.BetaLinkRow): BetaLink => ({
  _id: id,
  label: link.label,
  comments: link.comments,
  chapters: link.chapters,
  createdAt: created_at.toISOString(),
  endsAt: ends_at.toISOString(),
});

export async function listLinks(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<BetaLink[]> {
  await requireAuthor(ctx.db, viewer, storyId);
  return (await queries.listLinks(ctx.db, storyId, ctx.clock.now())).map(present);
}

/** When a link ends, at most 180 days from now. Throws BAD_INPUT. */
function endOf(now: Date, endsAt: string | undefined): Date {
  const { days, maxDays } = betaLinkLimits;
  const end = endsAt === undefined ? now.getTime() + days * day : Date.parse(endsAt);
  if (end <= now.getTime() || end > now.getTime() + maxDays * day)
    throw badInput('endsAt', `Please choose a day within the next ${maxDays} days.`);
  return new Date(end);
}

/** Throws CONFLICT unless all chapters are drafts of the story, or in the link already. */
async function requireShareable(tx: Db, storyId: string, chapters: string[], linkId: string | null) {
  if ((await queries.countShareable(tx, storyId, chapters, linkId)) < chapters.length)
    throw new AppError(
      'CONFLICT',
      'A link can include only drafts of this story that haven’t been taken down.',
    );
}

/** Creates a link, of whose token only a hash is stored. Throws BAD_INPUT, CONFLICT and QUOTA_REACHED. */
export const createLink = (
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { label, comments, chapters: chosen, endsAt: chosenEnd }: Settings,
): Promise<BetaLink & { token: string }> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, storyId));
    const now = ctx.clock.now();
    const { perStory } = betaLinkLimits;
    if ((await queries.listLinks(tx, storyId, now)).length >= perStory)
      throw new AppError(
        'QUOTA_REACHED',
        `A story can have at most ${perStory} links for beta readers. Revoke one to create another.`,
      );
    const chapters = [...new Set(chosen)];
    await requireShareable(tx, storyId, chapters, null);
    const token = randomBytes(32).toString('base64url');
    const endsAt = endOf(now, chosenEnd);
    const id = await queries.insertLink(tx, { storyId, hash: hashOf(token), label, comments, now, endsAt });
    if (id === undefined) throw notFound('Story');
    await queries.setChapters(tx, id, chapters);
    return { ...(await linkWith(tx, storyId, id, now)), token };
  });

async function linkWith(tx: Db, storyId: string, id: string, now: Date): Promise<BetaLink> {
  const [row] = await queries.listLinks(tx, storyId, now, id);
  if (row === undefined) throw notFound('Link');
  return present(row);
}

/** Changes a link that can be used. Throws NOT_FOUND, BAD_INPUT and CONFLICT. */
export const changeLink = (
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  id: string,
  { label, comments, chapters: chosen, endsAt: chosenEnd }: Settings,
): Promise<BetaLink> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, storyId));
    const now = ctx.clock.now();
    const before = await linkWith(tx, storyId, id, now);
    const chapters = [...new Set(chosen)];
    await requireShareable(tx, storyId, chapters, id);
    const endsAt = endOf(now, chosenEnd ?? before.endsAt);
    if (!(await queries.updateLink(tx, storyId, id, { label, comments, now, endsAt })))
      throw notFound('Link');
    await queries.setChapters(tx, id, chapters);
    return linkWith(tx, storyId, id, now);
  });

export const revokeLink = (ctx: RequestContext, viewer: Viewer, storyId: string, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, storyId));
    if (!(await queries.endLink(tx, storyId, id, ctx.clock.now()))) throw notFound('Link');
  });

/** What beta readers wrote about the viewer's own story, without people who are hidden from them. */
export async function listComments(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { chapterId, state, page, limit }: z.output<(typeof listBetaComments)['query']>,
) {
  const { author_id } = await requireAuthor(ctx.db, viewer, storyId);
  const isResolved = state === 'resolved';
  const wanted = { storyId, authorId: author_id, chapterId, isResolved, page, limit };
  const rows = await commentQueries.listStoryComments(ctx.db, wanted);
  const data = rows.map((row) => ({
    ...presentComment(row),
    chapter: row.chapter,
    link: row.link,
    place: row.place,
    isResolved: row.is_resolved,
  }));
  return { data, pagination: paginate(page, limit, rows[0]?.total ?? 0) };
}

export async function resolveComment(
  { db }: RequestContext,
  viewer: Viewer,
  storyId: string,
  id: string,
  isResolved: boolean,
) {
  await requireAuthor(db, viewer, storyId);
  if (!(await commentQueries.setResolved(db, storyId, id, isResolved))) throw notFound('Comment');
  return { isResolved };
}

export async function removeComment({ db }: RequestContext, viewer: Viewer, storyId: string, id: string) {
  await requireAuthor(db, viewer, storyId);
  if (!(await commentQueries.removeComment(db, storyId, id))) throw notFound('Comment');
}

/** Every night. */
export const sweepBetaLinks = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'sweep-beta-links', '25 4 * * *', [(now) => queries.deleteEnded(ctx.db, now)]);
