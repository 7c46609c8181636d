import type { Access } from '@inkling/contract/call';
import { AppError } from './app-error.ts';
import type { Viewer } from './context.ts';

export const signInRequired = () => new AppError('SIGN_IN_REQUIRED', 'Please sign in to do this.');

function requireViewer(viewer: Viewer | null): Viewer {
  if (viewer === null) throw signInRequired();
  return viewer;
}

/** What each access level requires before a call's body is read. */
const requirements: Record<Access, (viewer: Viewer | null) => void> = {
  public: () => {},
  user: requireViewer,
  owner: requireViewer,
  member: requireViewer,
  admin(viewer) {
    if (!requireViewer(viewer).isAdmin) throw new AppError('NOT_ALLOWED', 'Only an admin can do this.');
  },
};

/** Whether calls of this level also need a policy's permission, which the service asks with the row that it has loaded. */
export const needsPolicy = (access: Access): boolean => access === 'owner' || access === 'member';

/** Throws SIGN_IN_REQUIRED or NOT_ALLOWED unless the viewer may make calls of this level. */
export const requireAccess = (access: Access, viewer: Viewer | null): void => requirements[access](viewer);
