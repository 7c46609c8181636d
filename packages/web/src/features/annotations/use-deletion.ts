import type { AnyAnnotation } from '@inkling/contract/annotations';
import { showUndo } from '../../lib/notify.ts';
import { deletedText, useDeleteAnnotation, useRestoreAnnotation } from './annotations.api.ts';

/** Deletes an annotation at once, and offers to undo it. */
export function useDeletion(): (annotation: AnyAnnotation) => void {
  const remove = useDeleteAnnotation();
  const restore = useRestoreAnnotation();
  return (annotation) =>
    void remove.mutateAsync(annotation).then(
      () => showUndo(deletedText(annotation.kind), () => restore.mutate(annotation)),
      // A toast has reported the error, and the annotation is back.
      () => undefined,
    );
}
