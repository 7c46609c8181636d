import type { ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { SectionId } from './sections.ts';

interface SectionProps {
  id: SectionId;
  title: string;
  children: ReactNode;
}

/** A part of the settings. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 border-t border-line py-8 first:border-t-0 first:pt-0"
    >
      <h2 id={`${id}-title`} tabIndex={-1} className="mb-4 font-serif text-2xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface FormEndProps {
  label: string;
  busyLabel: string;
  state: {
    busy: boolean;
    refusals: string[];
    done: string | null;
    dirty: boolean;
    discard: () => void;
  };
  /** Changes can be taken back; not where nothing was there before. */
  discardable?: boolean;
}

/** The end of a form: what went wrong or well, and the button that saves. */
export function FormEnd({ label, busyLabel, state, discardable = true }: FormEndProps) {
  const { busy, refusals, done, dirty, discard } = state;
  return (
    <>
      <Refusals refusals={refusals} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* The accent stands where something waits to be saved. */}
        <Button type="submit" variant={dirty ? 'primary' : 'quiet'} busy={busy}>
          {busy ? busyLabel : label}
        </Button>
        {discardable && dirty && !busy && (
          <Button variant="ghost" onClick={discard}>
            Discard changes
          </Button>
        )}
        <p role="status" className="text-muted">
          {done || (discardable && dirty && !busy ? 'Not saved yet.' : '')}
        </p>
      </div>
    </>
  );
}

/** What went wrong, each in a line of its own, in a red box. */
export function Refusals({ refusals }: { refusals: string[] }) {
  if (refusals.length === 0) return null;
  return (
    <Alert>
      {refusals.map((refusal) => (
        <p key={refusal}>{refusal}</p>
      ))}
    </Alert>
  );
}
