import type { ParsedInput } from '@inkling/contract/call';
import type {
  CommunityPage,
  createCommunity as createCall,
  listCommunities as listCall,
  updateCommunity as updateCall,
} from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { z } from 'zod';
import { signInRequired } from '../../platform/access.ts';
import { AppError, badInput, notFound, requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { claimCover, eraseAfter, refuseExternalCover } from '../stories/index.ts';
import { findPublicPerson } from '../users/index.ts';
import {
  isModerator,
  requireCommunity,
  requireDeletable,
  requireFounder,
  requireModerator,
  seesInside,
} from './communities.policy.ts';
import { presentCommunity, presentPage } from './communities.present.ts';
import * as queries from './communities.queries.ts';
import { countFounded, countMemberships } from './people.queries.ts';

type Someone = Viewer | null;

export const quotaReached = (message: string) => new AppError('QUOTA_REACHED', message);
const count = (max: number) => max.toLocaleString('en');

/** Locks a community until the transaction ends, and reads it as the viewer relates to it. Throws NOT_FOUND. */
export async function lockState(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  id: string,
): Promise<queries.CommunityRow> {
  await queries.lockCommunity(tx, id);
  return requireCommunity(await queries.findCommunity(tx, id, { viewer, now: ctx.clock.now() }));
}

/** A community as the viewer relates to it. Throws NOT_FOUND. */
export const readState = async (
  ctx: RequestContext,
  viewer: Someone,
  id: string,
): Promise<queries.CommunityRow> =>
  requireCommunity(await queries.findCommunity(ctx.db, id, { viewer, now: ctx.clock.now() }));

/** Locks the viewer, so that their quotas hold. Throws SIGN_IN_REQUIRED for an account that is being deleted. */
export async function lockViewer(tx: Db, viewer: Viewer): Promise<void> {
  if (!(await queries.lockWriter(tx, viewer.id))) throw signInRequired();
}

export async function getCommunity(ctx: RequestContext, viewer: Someone, id: string): Promise<CommunityPage> {
  const row = await readState(ctx, viewer, id);
  const nothing = { members: [], requests: 0 };
  const inside = seesInside(row) || isModerator(row) ? await queries.findInside(ctx.db, id) : nothing;
  return presentPage(ctx.config, row, inside);
}

/** The hub (docs/product/communities.md#the-hub). */
export async function listCommunities(
  ctx: RequestContext,
  viewer: Someone,
  { mine, ...query }: ParsedInput<typeof listCall>['query'],
) {
  const asking = { viewer, now: ctx.clock.now() };
  const { rows, total } = await queries.listCommunities(ctx.db, asking, { ...query, mine: mine === 'true' });
  return {
    data: rows.map((row) => presentCommunity(ctx.config, row)),
    pagination: paginate(query.page, query.limit, total),
  };
}

type BelongsTo = z.output<(typeof createCall)['body']>['belongsTo'];

/** The columns of what a community of the founder belongs to. Throws BAD_INPUT for another person's story, and QUOTA_REACHED. */
async function belonging(tx: Db, founderId: string, communityId: string | null, to: BelongsTo) {
  if (to === null) return { story_id: null, is_of_founder: false };
  if (to.kind === 'story' && !(await queries.isStoryOf(tx, to.storyId, founderId)))
    throw badInput('belongsTo', 'Please choose one of your stories.');
  const storyId = to.kind === 'story' ? to.storyId : null;
  await requireBelonging(tx, communityId, storyId === null ? { authorId: founderId } : { storyId });
  return { story_id: storyId, is_of_founder: to.kind === 'author' };
}

/** Throws QUOTA_REACHED for a story or an author to which as many communities belong as can. */
async function requireBelonging(tx: Db, communityId: string | null, to: queries.Belonging): Promise<void> {
  if ((await queries.countBelonging(tx, communityId, to)) >= communityLimits.belonging)
    throw quotaReached(
      `At most ${count(communityLimits.belonging)} communities can belong to ${'storyId' in to ? 'a story' : 'an author'}. Change one of them first.`,
    );
}

/** Founds a community, once for an id that the client chose. Throws QUOTA_REACHED and BAD_INPUT. */
export async function createCommunity(
  ctx: RequestContext,
  viewer: Viewer,
  {
    _id,
    name,
    description,
    category,
    isPrivate,
    isIndexed,
    rules,
    image,
    belongsTo,
  }: z.output<(typeof createCall)['body']>,
): Promise<CommunityPage> {
  refuseExternalCover(ctx.config, image, 'image');
  const id = await transaction(ctx.db, async (tx) => {
    await lockViewer(tx, viewer);
    return createOnce(ctx, _id, {
      isSame: (chosen) => queries.isCommunityOf(tx, chosen, viewer.id),
      create: async () => {
        await requireFoundersPlace(tx, viewer.id);
        await requirePlace(tx, viewer.id);
        await claimCover(tx, viewer.id, image, 'image');
        return queries.insertCommunity(tx, viewer.id, {
          id: _id,
          name,
          description,
          category,
          is_private: isPrivate,
          is_indexed: isIndexed,
          rules: JSON.stringify(rules),
          image,
          image_by: image === null ? null : viewer.id,
          ...(await belonging(tx, viewer.id, null, belongsTo)),
          created_at: ctx.clock.now(),
        });
      },
    });
  });
  return getCommunity(ctx, viewer, id);
}

/** Throws QUOTA_REACHED for a person who cannot be the founder of another community. */
export async function requireFoundersPlace(tx: Db, userId: string): Promise<void> {
  const { founded } = communityLimits;
  if ((await countFounded(tx, userId)) >= founded)
    throw quotaReached(`A person can be the founder of at most ${count(founded)} communities.`);
}

/** Throws QUOTA_REACHED for a person who cannot join another community. */
export async function requirePlace(tx: Db, userId: string): Promise<void> {
  const { memberships } = communityLimits;
  if ((await countMemberships(tx, userId)) >= memberships)
    throw quotaReached(`You can join at most ${count(memberships)} communities. Leave one to join another.`);
}

/**
 * Changes the given fields. Moderators change what everyone sees. Only the founder changes whether it is private or listed by
 * search engines, and what it belongs to. Throws STAYS_PRIVATE for a private one that was to be public.
 */
export async function updateCommunity(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  {
    name,
    description,
    category,
    rules,
    image,
    isPrivate,
    isIndexed,
    belongsTo,
  }: z.output<(typeof updateCall)['body']>,
): Promise<CommunityPage> {
  refuseExternalCover(ctx.config, image, 'image');
  await transaction(ctx.db, async (tx) => {
    await lockViewer(tx, viewer);
    const state = await lockState(ctx, tx, viewer, id);
    requireModerator(viewer, state);
    const isFoundersChange =
      belongsTo !== undefined ||
      (isPrivate !== undefined && isPrivate !== state.is_private) ||
      (isIndexed !== undefined && isIndexed !== state.is_indexed);
    if (isFoundersChange) requireFounder(viewer, state);
    if (state.is_private && isPrivate === false)
      throw new AppError(
        'STAYS_PRIVATE',
        'A private community can’t be made public, because its members wrote in private.',
      );
    const isNewImage = image !== undefined && image !== state.image;
    if (isNewImage) await claimCover(tx, viewer.id, image, 'image');
    const changes = {
      name,
      description,
      category,
      rules: rules && JSON.stringify(rules),
      is_private: isPrivate,
      is_indexed: isIndexed,
      ...(isNewImage && { image, image_by: image === null ? null : viewer.id }),
      ...(belongsTo !== undefined && (await belonging(tx, viewer.id, id, belongsTo))),
    };
    if (Object.values(changes).some((value) => value !== undefined))
      await queries.updateCommunity(tx, id, changes);
  });
  return getCommunity(ctx, viewer, id);
}

/** Deletes a community for everyone at once. Its founder can restore it for 30 days; when an admin deletes it, nobody can. */
export const deleteCommunity = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    await queries.lockCommunity(tx, id);
    // An admin also ends the days in which the founder could restore it, but not their own: a request may come twice.
    if (viewer.isAdmin && (await queries.removeDeleted(tx, id, viewer.id)))
      return requireDeletable(viewer, { role: null });
    const state = await lockState(ctx, tx, viewer, id);
    requireDeletable(viewer, state);
    await (state.role === 'founder'
      ? queries.updateCommunity(tx, id, { deleted_at: now, erase_at: eraseAfter(now) })
      : queries.removeCommunity(tx, id, now));
  });

export async function listDeleted(
  ctx: RequestContext,
  viewer: Viewer,
  query: { page: number; limit: number },
) {
  const { rows, total } = await queries.listDeleted(ctx.db, viewer.id, ctx.clock.now(), query);
  return { data: rows, pagination: paginate(query.page, query.limit, total) };
}

/**
 * Restores a community that the viewer deleted, with its people and posts. For one that is not deleted, nothing changes: a
 * response may have been lost. Throws NOT_FOUND and QUOTA_REACHED.
 */
export async function restoreCommunity(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
): Promise<CommunityPage> {
  await transaction(ctx.db, async (tx) => {
    await lockViewer(tx, viewer);
    await queries.lockCommunity(tx, id);
    const deleted = await queries.lockDeleted(tx, id, viewer.id, ctx.clock.now());
    requireFounder(viewer, deleted ?? (await lockState(ctx, tx, viewer, id)));
    if (deleted === undefined) return;
    await requireFoundersPlace(tx, viewer.id);
    await requirePlace(tx, viewer.id);
    const { story_id: storyId, is_of_founder } = deleted;
    if (storyId !== null) await requireBelonging(tx, id, { storyId });
    if (is_of_founder) await requireBelonging(tx, id, { authorId: viewer.id });
    await queries.updateCommunity(tx, id, { deleted_at: null, erase_at: null });
  });
  return getCommunity(ctx, viewer, id);
}

/** The communities that belong to a story; NOT_FOUND for one that the viewer may not open. */
export async function listOfStory(ctx: RequestContext, viewer: Someone, storyId: string) {
  if (!(await queries.isReadableStory(ctx.db, storyId, viewer?.id ?? null))) throw notFound('Story');
  const rows = await queries.listBelonging(ctx.db, { viewer, now: ctx.clock.now() }, { storyId });
  return { data: rows.map((row) => presentCommunity(ctx.config, row)) };
}

/** The communities that belong to a person as an author. */
export async function listOfAuthor(ctx: RequestContext, viewer: Someone, username: string) {
  const person = requireFound(await findPublicPerson(ctx.db, username), 'Person');
  const rows = await queries.listBelonging(ctx.db, { viewer, now: ctx.clock.now() }, { authorId: person.id });
  return { data: rows.map((row) => presentCommunity(ctx.config, row)) };
}
