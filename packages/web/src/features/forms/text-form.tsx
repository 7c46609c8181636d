import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';
import { FormFailure } from './form-footer.tsx';
import { useCallForm } from './use-call-form.ts';

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
  const box = useRef<HTMLFormElement>(null);
  const form = useCallForm({
    defaultValues: { text: storedText(storageKey) ?? initial },
    fallback,
    describe: failureOf,
    send: async (typed) => {
      await send(typed.text.trim());
      // Below an empty box the button is disabled and would lose the keyboard's focus.
      if (box.current?.querySelector('button:focus-visible')) box.current.querySelector('textarea')?.focus();
      form.setValue('text', '');
      storeInput(storageKey, null);
    },
  });
  const { busy } = form;
  const trimmed = form.watch('text').trim();
  const sendable = trimmed !== '' && trimmed.length <= max;

  useEffect(() => {
    const area = takesFocus && box.current?.querySelector('textarea');
    if (!area) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [takesFocus]);

  const store = (text: string) =>
    storeInput(storageKey, text.trim() === initial.trim() ? null : ({ text } satisfies Typed));
  const submitText = (event: SyntheticEvent): void => {
    if (sendable) form.onSubmit(event);
    else event.preventDefault();
  };
  const cancel = () => {
    if (!keepsCancelled) storeInput(storageKey, null);
    onCancel?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitText(event);
    if (event.key !== 'Escape' || onCancel === undefined || busy) return;
    // Closes only this form, not the panel around it.
    event.stopPropagation();
    event.preventDefault();
    cancel();
  };
  return (
    <form ref={box} method="post" noValidate className="max-w-3xl space-y-2" onSubmit={submitText}>
      <FormFailure message={form.failure} />
      <TextArea
        label={label}
        rows={3}
        className="field-sizing-content max-h-80 min-h-21"
        onKeyDown={onKeyDown}
        {...(trimmed.length > max - shownBefore && {
          hint: <TextCounter length={trimmed.length} max={max} />,
        })}
        {...form.field('text', { onChange: ({ target }) => store(target.value) })}
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
