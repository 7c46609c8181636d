import { shortMoment } from '../../../lib/moments.ts';
import { Button } from '../../../ui/button.tsx';

/** Says that the page continues this device's draft of that time (null: it does not), and offers the saved text. */
export function ContinuedDraft({ from, onDiscard }: { from: string | null; onDiscard: () => void }) {
  if (from === null) return null;
  return (
    <section
      aria-label="Unsaved draft"
      className="flex items-center justify-between gap-2 rounded-xl border border-line bg-notice py-1 ps-4 pe-1 text-on-notice"
    >
      <p>Continued from your unsaved draft of {shortMoment(new Date(from))}</p>
      <Button variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </section>
  );
}
