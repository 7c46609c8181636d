import { chatLimits } from '@inkling/contract/limits';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { controlClass } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';

/** From here on, the number of characters is shown. */
const nearLimit = chatLimits.text - 200;
/** The key code of keys that an input method handles, also where `isComposing` is not set yet or no longer. */
const inputMethodKey = 229;

interface Props {
  /** Where the browser stores what is typed until it is sent. */
  storageKey: string;
  /** Why the reader cannot write; undefined if they can. */
  refusal: string | undefined;
  takesFocus: boolean;
  onType: () => void;
  onSend: (text: string) => void;
  /** The input had the focus and was disabled. */
  onDisabled: () => void;
}

interface Typed {
  text: string;
}

/** The box for a new message. Enter sends, Shift+Enter begins a new line. */
export function Composer({ storageKey, refusal, takesFocus, onType, onSend, onDisabled }: Props) {
  const [text, setText] = useState(() => {
    const stored: unknown = readInput<Typed>(storageKey)?.text;
    return typeof stored === 'string' ? stored : '';
  });
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const hasFocus = useRef(false);
  const trimmed = text.trim();
  const isOpen = refusal === undefined;
  const sendable = isOpen && trimmed !== '' && trimmed.length <= chatLimits.text;
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the box is disabled
  useEffect(() => {
    // A disabled box loses the focus without an event.
    if (isOpen || !hasFocus.current) return;
    hasFocus.current = false;
    onDisabled();
  }, [isOpen]);
  const type = (typed: string) => {
    setText(typed);
    storeInput(storageKey, typed.trim() === '' ? null : ({ text: typed } satisfies Typed));
  };
  const send = () => {
    if (!sendable) return;
    onSend(trimmed);
    type('');
    box.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent;
    if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === inputMethodKey) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="shrink-0 border-t border-line pt-3 pb-3">
      {refusal !== undefined && (
        <p role="status" id={`${id}-refusal`} className="mb-2 rounded-md bg-notice px-3 py-2 text-on-notice">
          {refusal}
        </p>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          aria-label="Write a message"
          aria-describedby={[!isOpen && `${id}-refusal`, `${id}-count`].filter(Boolean).join(' ')}
          placeholder="Write a message"
          enterKeyHint="send"
          className={`${controlClass} field-sizing-content max-h-36 min-h-11 resize-none`}
          disabled={!isOpen}
          value={text}
          onChange={({ target }) => {
            type(target.value);
            if (target.value.trim() !== '') onType();
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            hasFocus.current = true;
          }}
          onBlur={() => {
            hasFocus.current = false;
          }}
        />
        <IconButton
          icon={SendHorizontal}
          iconClass="rtl:rotate-180"
          label="Send"
          disabled={!sendable}
          onClick={send}
        />
      </div>
      <p id={`${id}-count`} className="text-sm text-muted">
        {trimmed.length > nearLimit && <TextCounter length={trimmed.length} max={chatLimits.text} />}
      </p>
    </div>
  );
}
