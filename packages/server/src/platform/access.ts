import type { Access, Call } from '@inkling/contract/call';
import { AppError } from './app-error.ts';
import type { Viewer } from './context.ts';

export const signInRequired = () => new AppError('SIGN_IN_REQUIRED', 'Please sign in to do this.');

function requireViewer(viewer: Viewer | null): Viewer {
  if (viewer === null) throw signInRequired();
  return viewer;
}

/** Whether a person works on the reports, appeals and takedowns of the whole site (docs/product/access.md#moderators). */
export const moderates = ({ isAdmin, isModerator }: Pick<Viewer, 'isAdmin' | 'isModerator'>): boolean =>
  isAdmin || isModerator;

/** What each access level requires before a call's body is read. */
const requirements: Record<Access, (viewer: Viewer | null) => void> = {
  public: () => {},
  user: requireViewer,
  owner: requireViewer,
  member: requireViewer,
  moderator(viewer) {
    if (!moderates(requireViewer(viewer)))
      throw new AppError('NOT_ALLOWED', 'Only the site’s team can do this.');
  },
  admin(viewer) {
    if (!requireViewer(viewer).isAdmin) throw new AppError('NOT_ALLOWED', 'Only an admin can do this.');
  },
};

/** Whether calls of this level also need a policy's permission, which the service asks with the row that it has loaded. */
export const needsPolicy = (access: Access): boolean => access === 'owner' || access === 'member';

const suspended = () =>
  new AppError(
    'SUSPENDED',
    'Your account is suspended. You can read, but not write. Your standing in Settings says why.',
  );

/**
 * Throws SIGN_IN_REQUIRED or NOT_ALLOWED unless the viewer may make calls of this level, and SUSPENDED for every write of a
 * suspended person that does not declare `whileSuspended` (docs/product/measures.md#suspension).
 */
export function requireAccess(
  { access, method, whileSuspended }: Pick<Call, 'access' | 'method' | 'whileSuspended'>,
  viewer: Viewer | null,
): void {
  requirements[access](viewer);
  const isRefused =
    access === 'admin' || access === 'moderator' || (method !== 'GET' && whileSuspended !== true);
  if (viewer?.isSuspended && isRefused) throw suspended();
}

/** Throws SUSPENDED for a person who cannot have a live connection. */
export function requireNotSuspended({ isSuspended }: Viewer): void {
  if (isSuspended) throw suspended();
}
