import type { AnyAnnotation } from '@inkling/contract/annotations';
import { useState } from 'react';
import { showUndo } from '../../lib/notify.ts';
import { deletedText, useDeleteAnnotation, useRestoreAnnotation } from './annotations.api.ts';

interface Deletion {
  /** Deletes at once, and offers to undo it. */
  remove: (annotation: AnyAnnotation) => void;
  /** The annotation that is back and takes the focus. */
  restored: string | null;
}

/**
 * Deletes annotations of a list. Their entries are removed with the focus, which goes to the element of `rest`, and to
 * the entry that an undo brings back, unless the reader has moved on.
 */
export function useDeletion(rest?: () => HTMLElement | null): Deletion {
  const deletion = useDeleteAnnotation();
  const restoration = useRestoreAnnotation();
  const [restored, setRestored] = useState<string | null>(null);
  const undo = async (annotation: AnyAnnotation, before: HTMLElement | null): Promise<void> => {
    await restoration.mutateAsync(annotation);
    const { activeElement } = document;
    if (activeElement === before || activeElement === document.body) setRestored(annotation._id);
  };
  return {
    restored,
    remove: (annotation) => {
      const place = rest?.() ?? null;
      place?.focus({ preventScroll: true });
      setRestored(null);
      void deletion.mutateAsync(annotation).then(
        () =>
          showUndo(deletedText(annotation.kind), () => void undo(annotation, place).catch(() => undefined)),
        // A toast has reported the error, and the annotation is back.
        () => undefined,
      );
    },
  };
}
