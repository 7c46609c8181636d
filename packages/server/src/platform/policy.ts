import { AppError, notFound } from './app-error.ts';
import type { Viewer } from './context.ts';

/** Whoever makes a request, as policies see them; null for visitors. */
export type PolicyViewer = Pick<Viewer, 'id'> | null;

interface Policy<Thing> {
  canRead: (viewer: PolicyViewer, thing: Thing) => boolean;
  canEdit: (viewer: PolicyViewer, thing: Thing) => boolean;
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
    if (canEdit(viewer, found)) return found;
    throw new AppError('NOT_ALLOWED', `Only the ${editor} can change this ${name.toLowerCase()}.`);
  };
  return { requireReadable, requireEditable };
}
