import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

interface FormFooterProps {
  label: string;
  busyLabel: string;
  state: {
    busy: boolean;
    errorMessages: string[];
    done: string;
    dirty: boolean;
    conflicts?: readonly unknown[];
    /** Absent in a form without saved values. */
    discard?: () => void;
  };
}

/** The end of a form: error messages, the result, and the buttons. */
export function FormFooter({ label, busyLabel, state }: FormFooterProps) {
  const { busy, errorMessages, done, dirty, conflicts = [], discard } = state;
  const discardable = discard !== undefined && dirty && !busy;
  return (
    <>
      <ErrorMessages messages={errorMessages} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* The accent colour marks unsaved changes. */}
        <Button type="submit" variant={dirty ? 'primary' : 'quiet'} busy={busy}>
          {busy ? busyLabel : label}
        </Button>
        {discardable && (
          <Button variant="ghost" onClick={discard}>
            Discard changes
          </Button>
        )}
        <p role="status" className="text-muted">
          {dirty ? discardable && 'You have unsaved changes.' : done}
        </p>
      </div>
      <ConflictNotice conflicts={conflicts} discard="discard them" />
    </>
  );
}

interface ConflictProps {
  /** The fields that were changed both here and somewhere else. */
  conflicts: readonly unknown[];
  /** What they are called; without it they are not named. */
  names?: Readonly<Record<string, string>>;
  /** How changes are discarded, in the middle of a sentence. */
  discard: string;
}

/** Says that fields were changed somewhere else too. */
export const ConflictNotice = ({ conflicts, names, discard }: ConflictProps) =>
  conflicts.length > 0 && (
    <p role="status" className="rounded-md bg-notice px-4 py-3 text-on-notice">
      {names === undefined
        ? 'This was changed somewhere else in the meantime.'
        : `Changed somewhere else in the meantime: ${conflicts.map((field) => names[String(field)]).join(', ')}.`}{' '}
      Save to replace it with your changes, or {discard} to see what’s saved.
    </p>
  );

interface DialogButtonsProps {
  label: string;
  /** By default the same as `label`. */
  busyLabel?: string;
  busy: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** The buttons of a form in a dialog. */
export function DialogButtons(props: DialogButtonsProps) {
  const { label, busyLabel = label, busy, disabled, onCancel } = props;
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {busy ? busyLabel : label}
      </Button>
    </>
  );
}

/** Why a call failed, in a form that keeps what was typed. */
export const FormFailure = ({ message }: { message: string | undefined }) => (
  <ErrorMessages messages={message === undefined ? [] : [message, 'Your text is still here.']} />
);

/** Error messages in a red box, one per line. */
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
