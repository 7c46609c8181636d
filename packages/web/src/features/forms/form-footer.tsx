import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

interface FormFooterProps {
  label: string;
  busyLabel: string;
  state: {
    busy: boolean;
    errorMessages: string[];
    done: string | null;
    dirty: boolean;
    conflicts: readonly unknown[];
    discard: () => void;
  };
  /** Changes can be taken back; not where nothing was there before. */
  discardable?: boolean;
}

/** The end of a form: what went wrong or well, and the button that saves. */
export function FormFooter({ label, busyLabel, state, discardable = true }: FormFooterProps) {
  const { busy, errorMessages, done, dirty, conflicts, discard } = state;
  return (
    <>
      <ErrorMessages messages={errorMessages} />
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
      {discardable && conflicts.length > 0 && (
        <p role="status" className="rounded-md bg-notice px-4 py-3 text-on-notice">
          This was changed elsewhere since you began. Saving puts what stands here in its place; discarding
          shows what is saved.
        </p>
      )}
    </>
  );
}

/** What went wrong, each in a line of its own, in a red box. */
export function ErrorMessages({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <Alert>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Alert>
  );
}
