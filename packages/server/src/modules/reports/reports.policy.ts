import { moderates } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { requireAllowed } from '../../platform/policy.ts';

/** An entry of the queue, or a community, as the viewer looks after it. */
export interface Looked {
  /** Whether the viewer is founder or moderator of its community. */
  is_moderator: boolean;
}

type Staff = Pick<Viewer, 'id' | 'isAdmin' | 'isModerator' | 'isSuspended'>;

const isStaff = (viewer: Staff, { is_moderator }: Looked) =>
  (moderates(viewer) || is_moderator) && !viewer.isSuspended;

/** Throws NOT_FOUND for those who do not look after it: what was reported is for staff to know. */
export function requireStaff<Found extends Looked>(viewer: Staff, found: Found | undefined): Found {
  if (found === undefined || !isStaff(viewer, found)) throw notFound('Report');
  requireAllowed(viewer, true, 'Only the team can do this.');
  return found;
}

/** Throws NOT_ALLOWED for moderators of a community: a suspension holds on the whole site. */
export function requireSuspender(viewer: Pick<Viewer, 'isAdmin' | 'isModerator'>): void {
  if (!moderates(viewer)) throw new AppError('NOT_ALLOWED', 'Only the site’s team can suspend people.');
}
