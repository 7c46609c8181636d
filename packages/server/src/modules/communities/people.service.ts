import { createHash, randomBytes } from 'node:crypto';
import type { ParsedInput } from '@inkling/contract/call';
import type {
  banFromCommunity,
  CommunityMembership,
  CommunityNews,
  CommunityPage,
  CommunityRole,
  createInvitation as createInvitationCall,
  listMembers as listMembersCall,
} from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import { notificationsChanged } from '@inkling/contract/notifications';
import { paginate } from '@inkling/contract/page';
import { z } from 'zod';
import { AppError, badInput, notFound, requireFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { decodePosition, paginateByPosition } from '../../platform/list-position.ts';
import { personRoom } from '../../platform/live/live-publisher.ts';
import { banAppealed, banChanged, joinAnswered, joinRequested } from './communities.events.ts';
import {
  requireBannable,
  requireDismissal,
  requireFounder,
  requireInside,
  requireMember,
  requireModerator,
  requireNotBanned,
  requireOwnBan,
} from './communities.policy.ts';
import { presentBan, presentCommunity, presentOwnBan } from './communities.present.ts';
import { type CommunityRow, lockWriter, type MemberRow, presentMember } from './communities.queries.ts';
import {
  getCommunity,
  lockState,
  lockViewer,
  quotaReached,
  readState,
  requireFoundersPlace,
  requirePlace,
} from './communities.service.ts';
import * as queries from './people.queries.ts';

// Members, requests to join, bans and invitations (docs/product/communities.md#joining).

type Someone = Viewer | null;
const count = (max: number) => max.toLocaleString('en');

const memberPosition = z.tuple([z.int(), z.iso.datetime(), z.uuid()]);
const positionOf = ({ rank, role_since, person }: MemberRow): queries.MemberPosition => [
  rank,
  new Date(role_since).toISOString(),
  person._id,
];

export async function listMembers(
  ctx: RequestContext,
  viewer: Someone,
  id: string,
  page: ParsedInput<typeof listMembersCall>['query'],
) {
  const state = await readState(ctx, viewer, id);
  requireInside(state, 'members');
  const after = page.after === undefined ? undefined : decodePosition(page.after, memberPosition);
  const rows =
    page.search === ''
      ? await queries.listMembers(ctx.db, id, page, after)
      : await queries.findMembers(ctx.db, id, page, viewer?.id ?? null);
  const total = page.search === '' ? state.members : rows.length;
  return { data: rows.map(presentMember), pagination: paginateByPosition(page, rows, total, positionOf) };
}

export const listMemberships = (ctx: RequestContext, viewer: Viewer): Promise<string[]> =>
  queries.listMemberships(ctx.db, viewer.id);

/** Joins a public community, or asks to join a private one; idempotent. Throws BANNED and QUOTA_REACHED. */
export async function join(ctx: RequestContext, viewer: Viewer, id: string): Promise<CommunityPage> {
  await transaction(ctx.db, async (tx) => {
    await lockViewer(tx, viewer);
    const state = await lockState(ctx, tx, viewer, id);
    if (state.role !== null) return;
    requireNotBanned(state);
    if (state.has_requested && state.is_private) return;
    if (!state.has_requested) await requirePlace(tx, viewer.id);
    const now = ctx.clock.now();
    if (!state.is_private) return queries.addMember(tx, id, viewer.id, now);
    if (!(await queries.addRequest(tx, id, viewer.id, now, communityLimits.requests)))
      throw quotaReached('Too many people are asking to join this community. Please try again later.');
    await emit(ctx, tx, joinRequested, { communityId: id, userId: viewer.id });
  });
  return getCommunity(ctx, viewer, id);
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const invitationOver = () =>
  new AppError(
    'NOT_FOUND',
    'This invitation has been used up, has expired or was revoked. Please ask for a new one.',
  );

/** The community of an invitation. Throws NOT_FOUND if it can no longer be used, except for members. */
async function requireInvited(
  ctx: RequestContext,
  db: Db,
  viewer: Someone,
  tokenHash: Buffer,
): Promise<string> {
  const invited = await queries.findInvited(db, tokenHash, viewer?.id ?? null, ctx.clock.now());
  if (invited === undefined) throw invitationOver();
  if (invited.is_deleted)
    throw new AppError('NOT_FOUND', 'The community that this invitation is for was deleted.');
  return invited.id;
}

/** What an invitation leads to. Throws NOT_FOUND for one that can no longer be used, except for members. */
export async function getInvitation(ctx: RequestContext, viewer: Someone, token: string) {
  const hash = hashOf(token);
  const invited = await requireInvited(ctx, ctx.db, viewer, hash);
  return {
    data: {
      community: presentCommunity(ctx.config, await readState(ctx, viewer, invited)),
      by: await queries.findInviter(ctx.db, hash, viewer?.id ?? null),
    },
  };
}

/** Joins by an invitation, of which it spends one use; members spend none. Throws NOT_FOUND, BANNED and QUOTA_REACHED. */
export async function joinByInvitation(
  ctx: RequestContext,
  viewer: Viewer,
  token: string,
): Promise<CommunityPage> {
  const hash = hashOf(token);
  const id = await transaction(ctx.db, async (tx) => {
    await lockViewer(tx, viewer);
    const invited = await requireInvited(ctx, tx, viewer, hash);
    const state = await lockState(ctx, tx, viewer, invited);
    if (state.role !== null) return invited;
    requireNotBanned(state);
    if (!state.has_requested) await requirePlace(tx, viewer.id);
    const now = ctx.clock.now();
    // Of concurrent requests, as many as there are uses succeed.
    if (!(await queries.spendInvitation(tx, hash, now))) throw invitationOver();
    await queries.addMember(tx, invited, viewer.id, now);
    return invited;
  });
  return getCommunity(ctx, viewer, id);
}

/**
 * Leaves a community, or withdraws a request to join; idempotent. A moderator's invitations end. When the founder leaves, the
 * longest-serving moderator, else member, takes over. Throws CONFLICT for its only member, who can delete it.
 */
export async function leave(ctx: RequestContext, viewer: Viewer, id: string): Promise<CommunityPage> {
  await transaction(ctx.db, async (tx) => {
    const state = await lockState(ctx, tx, viewer, id);
    const successor = state.role === 'founder' ? await queries.findSuccessor(tx, id) : undefined;
    if (state.role === 'founder' && successor === undefined)
      throw new AppError('CONFLICT', 'You’re the only member of this community. Delete it instead.');
    await queries.removeMember(tx, id, viewer.id);
    if (state.role === 'moderator') await queries.removeInvitationsBy(tx, id, viewer.id);
    if (successor !== undefined) await queries.setFounder(ctx, tx, id, successor, null, ctx.clock.now());
  });
  return getCommunity(ctx, viewer, id);
}

/** Throws BANNED and NOT_ALLOWED for others than members. */
export const chooseNews = (ctx: RequestContext, viewer: Viewer, id: string, news: CommunityNews) =>
  transaction(ctx.db, async (tx) => {
    requireMember(viewer, await lockState(ctx, tx, viewer, id));
    await queries.setNews(tx, id, viewer.id, news);
    return { news };
  });

/** What the viewer, as a member, has seen; what is written later than now cannot have been. */
export async function seePosts(ctx: RequestContext, viewer: Viewer, id: string, until: string) {
  await readState(ctx, viewer, id);
  const now = ctx.clock.now();
  const seen = new Date(until);
  await queries.setSeen(ctx.db, id, viewer.id, seen < now ? seen : now);
}

const notAMember = () => new AppError('NOT_FOUND', 'This person isn’t a member of this community.');

async function requireModeratorsPlace(tx: Db, id: string): Promise<void> {
  const { moderators } = communityLimits;
  if ((await queries.countModerators(tx, id)) >= moderators)
    throw quotaReached(`A community can have at most ${count(moderators)} moderators. Remove one first.`);
}

/** Makes a member a moderator; idempotent. Throws NOT_FOUND for others, and CONFLICT for the founder. */
export const appoint = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<{ role: CommunityRole }> =>
  transaction(ctx.db, async (tx) => {
    requireFounder(viewer, await lockState(ctx, tx, viewer, id));
    const role = await queries.findRole(tx, id, userId);
    if (role === null) throw notAMember();
    if (role === 'founder') throw new AppError('CONFLICT', 'The founder can’t be made a moderator.');
    if (role === 'member') {
      await requireModeratorsPlace(tx, id);
      await queries.setRole(tx, id, userId, 'moderator', ctx.clock.now());
    }
    return { role: 'moderator' };
  });

/** Makes a moderator a member, whose invitations end; idempotent. */
export const dismiss = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<{ role: CommunityRole | null }> =>
  transaction(ctx.db, async (tx) => {
    requireDismissal(viewer, await lockState(ctx, tx, viewer, id), userId);
    const role = await queries.findRole(tx, id, userId);
    if (role !== 'moderator') return { role };
    await queries.setRole(tx, id, userId, 'member', ctx.clock.now());
    await queries.removeInvitationsBy(tx, id, userId);
    return { role: 'member' };
  });

/** Makes a member the founder, and the former one a moderator. Throws NOT_FOUND and QUOTA_REACHED. */
export async function handOver(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<CommunityPage> {
  // Before another person is locked.
  requireFounder(viewer, await readState(ctx, viewer, id));
  await transaction(ctx.db, async (tx) => {
    const isActive = userId === viewer.id || (await lockWriter(tx, userId));
    requireFounder(viewer, await lockState(ctx, tx, viewer, id));
    if (userId === viewer.id) return;
    const role = await queries.findRole(tx, id, userId);
    if (role === null || !isActive) throw notAMember();
    if (role !== 'moderator') await requireModeratorsPlace(tx, id);
    await requireFoundersPlace(tx, userId);
    await queries.setFounder(ctx, tx, id, userId, viewer.id, ctx.clock.now());
  });
  return getCommunity(ctx, viewer, id);
}

/** The community as a moderator sees it, not locked. Throws NOT_FOUND and NOT_ALLOWED. */
async function readAsModerator(ctx: RequestContext, viewer: Viewer, id: string): Promise<CommunityRow> {
  const state = await readState(ctx, viewer, id);
  requireModerator(viewer, state);
  return state;
}

/** The same, locked until the transaction ends. */
async function lockAsModerator(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  id: string,
): Promise<CommunityRow> {
  const state = await lockState(ctx, tx, viewer, id);
  requireModerator(viewer, state);
  return state;
}

type Page = { page: number; limit: number };

export async function listRequests(ctx: RequestContext, viewer: Viewer, id: string, page: Page) {
  await readAsModerator(ctx, viewer, id);
  const { rows, total } = await queries.listRequests(ctx.db, id, page);
  return { data: rows, pagination: paginate(page.page, page.limit, total) };
}

/**
 * Accepts or declines a request to join; repeating a decision changes nothing. Throws NOT_FOUND without one, and
 * while the person is suspended or about to be deleted.
 */
export async function decideRequest(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  userId: string,
  accept: boolean,
): Promise<{ membership: CommunityMembership; memberCount: number }> {
  // Before another person is locked.
  await readAsModerator(ctx, viewer, id);
  return transaction(ctx.db, async (tx) => {
    const isActive = await lockWriter(tx, userId);
    const state = await lockAsModerator(ctx, tx, viewer, id);
    const isMember = (await queries.findRole(tx, id, userId)) !== null;
    if (isMember && accept) return { membership: 'member', memberCount: state.members };
    if (!isActive || !(await queries.removeRequest(tx, id, userId)))
      throw new AppError('NOT_FOUND', 'This person is no longer asking to join.');
    await emit(ctx, tx, joinAnswered, { communityId: id, userId, isAccepted: accept });
    if (!accept) return { membership: 'none', memberCount: state.members };
    await queries.addMember(tx, id, userId, ctx.clock.now());
    return { membership: 'member', memberCount: state.members + 1 };
  });
}

export async function listBans(ctx: RequestContext, viewer: Viewer, id: string, page: Page) {
  await readAsModerator(ctx, viewer, id);
  const { rows, total } = await queries.listBans(ctx.db, id, ctx.clock.now(), page);
  return { data: rows.map(presentBan), pagination: paginate(page.page, page.limit, total) };
}

/** A date in the future. Throws BAD_INPUT. */
function requireFuture(until: string, now: Date): Date {
  const date = new Date(until);
  if (date <= now) throw badInput('until', 'Please choose a date in the future.');
  return date;
}

/** Makes a person's open pages reload what the person may do, even if they are not notified of the ban. */
const refreshPages = (ctx: RequestContext, tx: Db, userId: string): void =>
  afterCommit(tx, () => ctx.live.publish(personRoom(userId), notificationsChanged, {}));

/**
 * Bans a person, who is then no member and does not ask to join, and whose invitations end; banning again changes reason and end. Throws NOT_ALLOWED
 * for the founder, oneself and, for moderators, other moderators.
 */
export const ban = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  userId: string,
  { reason, until }: z.output<(typeof banFromCommunity)['body']>,
) =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const state = await lockState(ctx, tx, viewer, id);
    requireBannable(viewer, state, userId, await queries.findRole(tx, id, userId));
    const ends = until === null ? null : requireFuture(until, now);
    const row = await queries.saveBan(tx, id, userId, { reason, until: ends, byId: viewer.id, now });
    if (row === undefined) throw notFound('Person');
    if ((await queries.countBans(tx, id)) > communityLimits.bans)
      throw quotaReached(
        `A community can ban at most ${count(communityLimits.bans)} people. Lift a ban first.`,
      );
    await queries.removeMember(tx, id, userId);
    await queries.removeInvitationsBy(tx, id, userId);
    if (row.is_news) await emit(ctx, tx, banChanged, { communityId: id, userId });
    refreshPages(ctx, tx, userId);
    return { data: presentBan(row) };
  });

/** Lifts a ban; idempotent. */
export const liftBan = (ctx: RequestContext, viewer: Viewer, id: string, userId: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockAsModerator(ctx, tx, viewer, id);
    if (await queries.removeBan(tx, id, userId)) await emit(ctx, tx, banChanged, { communityId: id, userId });
    refreshPages(ctx, tx, userId);
  });

/** Declines the appeal against a ban. Throws NOT_FOUND without one that waits. */
export const refuseBanAppeal = (ctx: RequestContext, viewer: Viewer, id: string, userId: string) =>
  transaction(ctx.db, async (tx) => {
    await lockAsModerator(ctx, tx, viewer, id);
    const row = requireFound(await queries.refuseAppeal(tx, id, userId), 'Appeal');
    await emit(ctx, tx, banChanged, { communityId: id, userId });
    return { data: presentBan(row) };
  });

export const listMyBans = async (ctx: RequestContext, viewer: Viewer) => ({
  data: (await queries.listBansOf(ctx.db, viewer.id, ctx.clock.now())).map(presentOwnBan),
});

/** Appeals against the viewer's ban. Throws NOT_FOUND without one that they know of, and CONFLICT the second time. */
export const appealBan = (ctx: RequestContext, viewer: Viewer, id: string, text: string) =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    await lockState(ctx, tx, viewer, id);
    const [own] = await queries.listBansOf(tx, viewer.id, now, id);
    const ban = requireOwnBan(viewer, own);
    if (!(await queries.saveAppeal(tx, id, viewer.id, text, now)))
      throw new AppError('CONFLICT', 'You can appeal this ban only once.');
    await emit(ctx, tx, banAppealed, { communityId: id, userId: viewer.id });
    return { data: presentOwnBan({ ...ban, appeal: text, appealed_at: now }) };
  });

export async function listInvitations(ctx: RequestContext, viewer: Viewer, id: string) {
  await readAsModerator(ctx, viewer, id);
  return { data: await queries.listInvitations(ctx.db, id, ctx.clock.now()) };
}

/** Makes an invitation with a new token, of which only a hash is stored. Throws BAD_INPUT and QUOTA_REACHED. */
export const createInvitation = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { until, uses }: z.output<(typeof createInvitationCall)['body']>,
) =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    await lockAsModerator(ctx, tx, viewer, id);
    const ends = requireFuture(until, now);
    const { invitationDays, invitations } = communityLimits;
    if (ends.getTime() > now.getTime() + invitationDays * day)
      throw badInput('until', `An invitation can last at most ${count(invitationDays)} days.`);
    if ((await queries.listInvitations(tx, id, now)).length >= invitations)
      throw quotaReached(
        `A community can have at most ${count(invitations)} invitations. Revoke one to create another.`,
      );
    const token = randomBytes(32).toString('base64url');
    const row = await queries.insertInvitation(tx, id, {
      tokenHash: hashOf(token),
      uses,
      until: ends,
      byId: viewer.id,
      now,
    });
    return { data: { ...row, token } };
  });

/** Revokes an invitation. Throws NOT_FOUND. */
export const revokeInvitation = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  invitationId: string,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockAsModerator(ctx, tx, viewer, id);
    if (!(await queries.removeInvitation(tx, id, invitationId))) throw notFound('Invitation');
  });
