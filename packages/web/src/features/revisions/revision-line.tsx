import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';

const RevisionNotice = lazyComponent(async () => (await import('./revision-notice.tsx')).RevisionNotice);

interface Props {
  opening: Opening;
  chapter: ChapterSummary;
}

/** Asks whether a chapter was revised since its reader finished it, where it was saved after that. */
export function RevisionLine({ opening, chapter }: Props) {
  // The place as it was when the chapter was opened: one saved later is in the new text.
  const [mayBeRevised] = useState(() => {
    const place = opening.places.find((one) => one.chapter === chapter._id);
    return (place?.furthest ?? 0) >= 100 && (place?.updatedAt ?? '') < chapter.updatedAt;
  });
  return mayBeRevised && <RevisionNotice opening={opening} chapter={chapter} />;
}
