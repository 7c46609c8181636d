import { AppError, notFound } from './app-error.ts';
import type { Viewer } from './context.ts';

/** Whoever makes a request, as policies see them; null for visitors. */
export type PolicyViewer = Pick<Viewer, 'id'> | null;

interface Policy<Thing> {
  canRead: (viewer: PolicyViewer, thing: Thing) => boolean;
  canEdit: (viewer: PolicyViewer, thing: Thing) => boolean;
}

/** The viewers of calls that a policy has allowed. */
const allowed = new WeakSet<NonNullable<PolicyViewer>>();

export const isAllowed = (viewer: NonNullable<PolicyViewer>): boolean => allowed.has(viewer);

/**
 * Allows the viewer what their call does to a row, or throws NOT_ALLOWED with the message. A call for owners or members
 * that no policy has allowed is never answered (`bind`).
 */
export function requireAllowed(viewer: PolicyViewer, isPermitted: boolean, message: string): void {
  if (viewer === null || !isPermitted) throw new AppError('NOT_ALLOWED', message);
  allowed.add(viewer);
}

/**
 * The checks of a policy that throw. What the viewer may not read is NOT_FOUND, as if it did not exist, so that drafts
 * are not disclosed. What they may read but not change is NOT_ALLOWED; `editor` is what its message calls the one who may.
 */
export function checksOf<Thing>(name: string, { canRead, canEdit }: Policy<Thing>, editor = 'author') {
  const requireReadable = <Found extends Thing>(viewer: PolicyViewer, thing: Found | undefined): Found => {
    if (thing === undefined || !canRead(viewer, thing)) throw notFound(name);
    return thing;
  };
  const requireEditable = <Found extends Thing>(viewer: PolicyViewer, thing: Found | undefined): Found => {
    const found = requireReadable(viewer, thing);
    requireAllowed(
      viewer,
      canEdit(viewer, found),
      `Only the ${editor} can change this ${name.toLowerCase()}.`,
    );
    return found;
  };
  return { requireReadable, requireEditable };
}
