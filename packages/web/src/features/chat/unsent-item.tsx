import type { RefObject } from 'react';
import { offlineError } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import type { UnsentMessage } from './unsent.ts';

interface Props {
  unsent: UnsentMessage;
  /** Whether the reader can send now. */
  canSend: boolean;
  /** Gets the focus when the buttons disappear. */
  log: RefObject<HTMLElement | null>;
  onRetry: () => void;
  onDiscard: () => void;
}

/** A message that is being sent, or could not be sent. */
export function UnsentItem(props: Props) {
  const { message, failure } = props.unsent;
  const hasFailed = failure !== '';
  return (
    <li className={`my-2 rounded-lg border p-3 ${hasFailed ? 'border-danger' : 'border-line'}`}>
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {message}
      </p>
      {hasFailed ? <Failed {...props} /> : <p className="mt-1 text-sm text-muted">Sending…</p>}
    </li>
  );
}

function Failed({ unsent: { failure }, canSend, log, onRetry, onDiscard }: Props) {
  const buttons = useFocusAfter<HTMLDivElement>(() => log.current);
  return (
    <>
      <p role="alert" className="mt-1 text-sm text-danger-text">
        {failure === offlineError().message ? (
          'Not sent yet. It will be sent when the connection is back.'
        ) : (
          <>
            <span className="font-semibold">Not sent.</span> <span>{failure}</span>
          </>
        )}
      </p>
      <div ref={buttons} className="mt-2 flex flex-wrap gap-2">
        <Button variant="primary" disabled={!canSend} onClick={onRetry}>
          Try again
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
      </div>
    </>
  );
}
