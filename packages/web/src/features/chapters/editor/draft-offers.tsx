import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { shortMoment } from '../../../lib/moments.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ChapterInput } from './chapter-input.ts';
import type { StoredDraft } from './local-drafts.ts';

// Loaded when texts are compared: it needs a library for that.
const ComparedTexts = lazyComponent(async () => (await import('./compared-texts.tsx')).ComparedTexts);

interface Props {
  offers: StoredDraft[];
  /** The id of the new chapter that the author has chosen to continue. */
  chosen: string | undefined;
  /** Whether the author has typed since the editor opened. */
  isEdited: () => boolean;
  language: string;
  /** What is on the page. */
  page: () => ChapterInput;
  /** When that was last changed, as an ISO date. */
  changedAt: () => string;
  onRestore: (offer: StoredDraft) => void;
  onDiscard: (offer: StoredDraft) => void;
}

/** Drafts that were never saved, to restore, compare or discard. */
export function DraftOffers(props: Props) {
  const { offers, chosen, isEdited, language, page, changedAt, onRestore, onDiscard } = props;
  const [compared, setCompared] = useState<StoredDraft | null>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const offer = offers.find(({ chapter }) => chapter === chosen);
    if (offer === undefined || isDone.current || isEdited()) return;
    isDone.current = true;
    onRestore(offer);
  });
  return (
    <section
      aria-label="Unsaved changes"
      className="space-y-3 rounded-xl border border-line bg-notice p-4 text-on-notice"
    >
      {offers.map((offer) => (
        <div
          key={`${offer.chapter} ${offer.keptAt} ${offer.content.length}`}
          className="flex flex-wrap items-center justify-between gap-3"
        >
          <p>You have unsaved changes from {shortMoment(new Date(offer.keptAt))}.</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => onRestore(offer)}>
              Restore
            </Button>
            <Button onClick={() => setCompared(offer)}>Compare</Button>
            <Button variant="ghost" onClick={() => onDiscard(offer)}>
              Discard
            </Button>
          </div>
        </div>
      ))}
      <Dialog
        open={compared !== null}
        onOpenChange={() => setCompared(null)}
        title="Unsaved changes"
        description="Compare your unsaved changes with what’s on the page."
        wide
      >
        {compared !== null && (
          <>
            <ComparedTexts
              before={{ name: 'On this page', input: page(), changedAt: changedAt() }}
              after={{ name: 'Unsaved changes', input: compared, changedAt: compared.keptAt }}
              dated
              language={language}
            />
            <div className="mt-5 flex justify-end">
              <Button
                variant="primary"
                onClick={() => {
                  onRestore(compared);
                  setCompared(null);
                }}
              >
                Restore
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </section>
  );
}
