import { AppError, notFound } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { requireAllowed } from '../../platform/policy.ts';

/** An entry of the queue, or a community, as the viewer looks after it. */
export interface Looked {
  /** Whether the viewer is founder or moderator of its community. */
  is_moderator: boolean;
}

type Staff = Pick<Viewer, 'id' | 'isAdmin' | 'isSuspended'>;

const isStaff = ({ isAdmin, isSuspended }: Staff, { is_moderator }: Looked) =>
  (isAdmin || is_moderator) && !isSuspended;

/** Throws NOT_FOUND for those who do not look after it: what was reported is for staff to know. */
export function requireStaff<Found extends Looked>(viewer: Staff, found: Found | undefined): Found {
  if (found === undefined || !isStaff(viewer, found)) throw notFound('Report');
  requireAllowed(viewer, true, 'Only the team can do this.');
  return found;
}

/** Throws NOT_ALLOWED for moderators: a suspension holds on the whole site. */
export function requireSuspender({ isAdmin }: Pick<Viewer, 'isAdmin'>): void {
  if (!isAdmin) throw new AppError('NOT_ALLOWED', 'Only admins can suspend people.');
}
