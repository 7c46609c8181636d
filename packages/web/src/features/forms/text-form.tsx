import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ApiError, isSignedOut, messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';

interface Props {
  label: string;
  /** The labels of the button: before and while it sends. */
  submit: readonly [name: string, busy: string];
  /** The most characters. */
  max: number;
  /** Where the browser stores what is typed until it is sent. */
  storageKey: string;
  /** The text to begin with, such as that of an edited comment. */
  initial?: string;
  /** Sends the trimmed text. */
  send: (text: string) => Promise<unknown>;
  /** Shown for an error without a message. */
  fallback: string;
  /** Adds a button; Esc does the same. */
  onCancel?: () => void;
  /** Whether what is typed is kept for the next time when it is cancelled. */
  keepsCancelled?: boolean;
  takesFocus?: boolean;
}

interface Typed {
  text: string;
}

/** So many before the limit, the number of characters is shown. */
const shownBefore = 500;

/** The server's message, which says how long to wait after too many requests. */
function failureOf(error: unknown, fallback: string): string {
  const message = messageOf(error, fallback);
  const wait = error instanceof ApiError ? error.retryAfterSeconds : null;
  return wait === null || /\d/.test(message)
    ? message
    : `${message} Please wait ${pluralize(wait, 'second')}.`;
}

function storedText(key: string): string | undefined {
  const text: unknown = readInput<Typed>(key)?.text;
  return typeof text === 'string' ? text : undefined;
}

/** A box for one text, such as a comment. What is typed survives a failure, a reload and the end of the session. */
export function TextForm(props: Props) {
  const { label, submit, max, storageKey, initial = '', send, fallback } = props;
  const { onCancel, keepsCancelled, takesFocus } = props;
  const [text, setText] = useState(() => storedText(storageKey) ?? initial);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useRef(false);
  const box = useRef<HTMLFormElement>(null);
  const trimmed = text.trim();
  const sendable = trimmed !== '' && trimmed.length <= max;

  useEffect(() => {
    const area = takesFocus && box.current?.querySelector('textarea');
    if (!area) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [takesFocus]);

  const type = (typed: string) => {
    setText(typed);
    storeInput(storageKey, typed.trim() === initial.trim() ? null : ({ text: typed } satisfies Typed));
  };
  const submitText = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    // State changes only with the next render.
    if (!sendable || sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await send(trimmed);
      // Below an empty box the button is disabled and would lose the keyboard's focus.
      if (box.current?.querySelector('button:focus-visible')) box.current.querySelector('textarea')?.focus();
      setText('');
      storeInput(storageKey, null);
    } catch (error) {
      // The layout reports an ended session.
      if (!isSignedOut(error)) setFailure(failureOf(error, fallback));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const cancel = () => {
    if (!keepsCancelled) storeInput(storageKey, null);
    onCancel?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submitText(event);
    if (event.key !== 'Escape' || onCancel === undefined || busy) return;
    // Closes only this form, not the panel around it.
    event.stopPropagation();
    event.preventDefault();
    cancel();
  };
  return (
    <form ref={box} method="post" noValidate className="max-w-3xl space-y-2" onSubmit={submitText}>
      {failure !== null && (
        <Alert>
          <p>{failure}</p>
          <p>What you typed is still here.</p>
        </Alert>
      )}
      <TextArea
        label={label}
        rows={3}
        className="field-sizing-content max-h-80 min-h-21"
        value={text}
        readOnly={busy}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        {...(trimmed.length > max - shownBefore && {
          hint: <TextCounter length={trimmed.length} max={max} />,
        })}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          title="Ctrl+Enter"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={!sendable}
          busy={busy}
        >
          {busy ? submit[1] : submit[0]}
        </Button>
        {onCancel !== undefined && (
          <Button disabled={busy} onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
