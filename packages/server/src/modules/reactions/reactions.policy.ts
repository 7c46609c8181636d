import { AppError, notFound } from '../../platform/app-error.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import type { Subject } from '../../platform/subjects.ts';

/** Throws NOT_FOUND for what is not published, and NOT_ALLOWED for the author of the story. */
export function requireReactable(viewer: PolicyViewer, subject: Subject, name: string): void {
  if (subject.owner_id === viewer?.id)
    throw new AppError('NOT_ALLOWED', 'You can’t react to your own story.');
  if (!subject.is_public) throw notFound(name);
}
