import type { CommunityRole } from '@inkling/contract/communities';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { requireAllowed } from '../../platform/policy.ts';

/** A community as a viewer relates to it. */
export interface CommunityState {
  is_private: boolean;
  /** The viewer's. */
  role: CommunityRole | null;
  ban: { reason: string; until: string | null } | null;
}

/** A post as a viewer relates to it. */
interface Post {
  user_id: string | null;
  is_locked: boolean;
}

type Someone = Pick<Viewer, 'id' | 'isAdmin'> | null;

export const isModerator = ({ role }: Pick<CommunityState, 'role'>): boolean =>
  role === 'founder' || role === 'moderator';

/** Whether the viewer sees members and posts. */
export const seesInside = ({ is_private, role }: Pick<CommunityState, 'is_private' | 'role'>): boolean =>
  !is_private || role !== null;

/** Throws NOT_FOUND for a community that does not exist. */
export function requireCommunity<State>(state: State | undefined): State {
  if (state === undefined) throw notFound('Community');
  return state;
}

/** Throws NOT_ALLOWED for non-members of a private community, with what they may not see. */
export function requireInside(state: CommunityState, what: string): void {
  if (!seesInside(state))
    throw new AppError('NOT_ALLOWED', `Only members of this community can see its ${what}.`);
}

/** Throws NOT_FOUND for a post that the viewer cannot read. */
export function requirePost<Found>(post: Found | undefined): Found {
  if (post === undefined) throw notFound('Post');
  return post;
}

/** Throws BANNED with the reason. */
export function requireNotBanned({ ban }: CommunityState): void {
  if (ban !== null) throw new AppError('BANNED', `You’re banned from this community: ${ban.reason}`);
}

export function requireMember(viewer: Someone, state: CommunityState): void {
  requireNotBanned(state);
  requireAllowed(viewer, state.role !== null, 'Join the community to start posting!');
}

export const requireModerator = (viewer: Someone, state: CommunityState): void =>
  requireAllowed(
    viewer,
    isModerator(state),
    'Only the founder and moderators of this community can do this.',
  );

export const requireFounder = (viewer: Someone, { role }: Pick<CommunityState, 'role'>): void =>
  requireAllowed(viewer, role === 'founder', 'Only the founder of this community can do this.');

export const requireDeletable = (viewer: Someone, { role }: Pick<CommunityState, 'role'>): void =>
  requireAllowed(
    viewer,
    role === 'founder' || viewer?.isAdmin === true,
    'Only the founder of this community can delete it.',
  );

/** The founder makes moderators members again, and moderators themselves. */
export const requireDismissal = (viewer: Someone, { role }: CommunityState, userId: string): void =>
  requireAllowed(
    viewer,
    role === 'founder' || (role === 'moderator' && viewer?.id === userId),
    'Only the founder of this community can remove another moderator.',
  );

/** Moderators ban members and outsiders, the founder also moderators; no one bans the founder or themselves. */
export function requireBannable(
  viewer: Someone,
  state: CommunityState,
  userId: string,
  role: CommunityRole | null,
): void {
  requireModerator(viewer, state);
  requireAllowed(viewer, viewer?.id !== userId, 'You can’t ban yourself.');
  requireAllowed(viewer, role !== 'founder', 'The founder can’t be banned.');
  requireAllowed(
    viewer,
    role !== 'moderator' || state.role === 'founder',
    'Only the founder of this community can ban a moderator.',
  );
}

/** Throws NOT_FOUND for people who are not banned, or were not told so. */
export function requireOwnBan<Ban>(viewer: Someone, ban: Ban | undefined): Ban {
  if (ban === undefined) throw notFound('Ban');
  requireAllowed(viewer, true, 'Only the banned person can appeal.');
  return ban;
}

/** Throws NOT_ALLOWED for the posts of others, and for locked ones. */
export function requireWriter(viewer: Someone, state: CommunityState, post: Post): void {
  requireNotBanned(state);
  requireAllowed(viewer, post.user_id === viewer?.id, 'You can only edit your own posts.');
  if (post.is_locked) throw new AppError('NOT_ALLOWED', 'This post is locked, so it can’t be edited.');
}

/** Throws NOT_ALLOWED for another person's post, with its community, unless the viewer moderates; null for their own. */
export const requireRemovable = (viewer: Someone, others: { state: CommunityState } | null): void =>
  requireAllowed(viewer, others === null || isModerator(others.state), 'You can only delete your own posts.');
