import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

interface FormEndProps {
  label: string;
  busyLabel: string;
  state: {
    busy: boolean;
    refusals: string[];
    done: string | null;
    dirty: boolean;
    overtaken: readonly unknown[];
    discard: () => void;
  };
  /** Changes can be taken back; not where nothing was there before. */
  discardable?: boolean;
}

/** The end of a form: what went wrong or well, and the button that saves. */
export function FormEnd({ label, busyLabel, state, discardable = true }: FormEndProps) {
  const { busy, refusals, done, dirty, overtaken, discard } = state;
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
          {done || (discardable && dirty && !busy ? 'You have unsaved changes.' : '')}
        </p>
      </div>
      {discardable && overtaken.length > 0 && (
        <p role="status" className="rounded-md bg-notice px-4 py-3 text-on-notice">
          This was changed somewhere else in the meantime. Save to replace it with your changes, or discard
          them to see what’s saved.
        </p>
      )}
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
