import type { ChatMessage } from '@inkling/contract/chat';
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { offlineError } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import type { ChatRoom } from './chat-room.ts';
import { MessageItem } from './message-item.tsx';
import { goesOn, type RoomState, type UnsentMessage } from './messages.ts';
import { useScroll } from './use-scroll.ts';

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

const idOf = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement ? target.dataset.actionsOf : undefined;

/**
 * Makes the buttons of all messages one stop of the Tab key; arrow keys lead from one to another. `isFor` says whether a
 * message has a button, which names it in `data-actions-of`.
 */
function useTabStop(messages: readonly ChatMessage[], isFor: (message: ChatMessage) => boolean) {
  const [chosen, setChosen] = useState<string>();
  const isChosen = messages.some((message) => message._id === chosen && isFor(message));
  return {
    /** The message whose button it is: the one that had the focus last, else the newest. */
    tabStop: isChosen ? chosen : messages.findLast(isFor)?._id,
    onFocus: ({ target }: FocusEvent) => {
      const id = idOf(target);
      if (id !== undefined) setChosen(id);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { target, currentTarget, key } = event;
      const step = steps[key];
      if (step === undefined || !(target instanceof HTMLElement) || idOf(target) === undefined) return;
      const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[data-actions-of]')];
      const next = buttons[buttons.indexOf(target) + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    },
  };
}

interface UnsentItemProps {
  unsent: UnsentMessage;
  /** Whether the reader can send now. */
  canSend: boolean;
  /** Gets the focus when the buttons disappear. */
  log: RefObject<HTMLElement | null>;
  onRetry: () => void;
  onDiscard: () => void;
}

/** A message that is being sent, or could not be sent. */
function UnsentItem(props: UnsentItemProps) {
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

function Failed({ unsent: { failure }, canSend, log, onRetry, onDiscard }: UnsentItemProps) {
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

const labels = { idle: 'Show older messages', loading: 'Loading…', failed: 'Try again' };

interface OlderMessagesProps {
  state: RoomState['older'];
  /** Gets the focus once there is nothing older. */
  log: RefObject<HTMLElement | null>;
  onLoad: () => void;
}

/** The button above the oldest message that fetches older ones. */
function OlderMessages({ state, log, onLoad }: OlderMessagesProps) {
  const box = useFocusAfter<HTMLDivElement>(() => log.current);
  return (
    <div ref={box} className="py-2 text-center">
      {state === 'failed' && (
        <p role="alert" className="text-sm text-danger-text">
          Failed to fetch older messages.
        </p>
      )}
      <Button variant="ghost" aria-busy={state === 'loading'} onClick={onLoad}>
        {labels[state]}
      </Button>
    </div>
  );
}

interface Props {
  room: ChatRoom;
  state: RoomState;
  unsent: readonly UnsentMessage[];
  userId: string;
  /** The author of the story. */
  authorId: string;
  canSend: boolean;
  log: RefObject<HTMLDivElement | null>;
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
}

/** The messages of a chat, from the oldest fetched to the newest, and those that are not sent yet. */
export function MessageList(props: Props) {
  const { room, state, userId, authorId, canSend, log, onRetry, onDiscard } = props;
  const { messages, older } = state;
  // A message that was sent is in both lists for a moment.
  const unsent = props.unsent.filter(({ _id }) => !messages.some((message) => message._id === _id));
  const onRemoved = useRef((id: string) => room.noteRemoved(id)).current;
  const onHidden = useRef((personId: string) => room.noteHidden(personId)).current;
  const shown = messages.filter(({ isHidden }) => !isHidden);
  const { onScroll, toEnd, newCount } = useScroll({
    log,
    messages,
    below: unsent.length,
    userId,
    onStart: () => {
      if (older === 'idle') void room.loadOlder();
    },
  });
  const { tabStop, ...keys } = useTabStop(shown, ({ isRemoved }) => !isRemoved);
  const isEmpty = shown.length === 0 && unsent.length === 0;
  return (
    <div className="chat-messages">
      <div
        ref={log}
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="chat-log"
        onScroll={onScroll}
      >
        <div>
          {(messages[0]?.number ?? 1) > 1 && (
            <OlderMessages state={older} log={log} onLoad={() => void room.loadOlder()} />
          )}
          <ul {...keys}>
            {shown.map((message, at) => (
              <MessageItem
                key={message._id}
                message={message}
                userId={userId}
                authorId={authorId}
                goesOn={goesOn(shown[at - 1], message)}
                isTabStop={message._id === tabStop}
                log={log}
                onRemoved={onRemoved}
                onHidden={onHidden}
              />
            ))}
            {unsent.map((one) => (
              <UnsentItem
                key={one._id}
                unsent={one}
                canSend={canSend}
                log={log}
                onRetry={() => onRetry(one._id)}
                onDiscard={() => onDiscard(one._id)}
              />
            ))}
          </ul>
          {isEmpty && (
            <p className="px-4 py-10 text-center text-muted">No messages yet. Start the conversation!</p>
          )}
        </div>
      </div>
      {newCount > 0 && (
        <div className="absolute inset-x-0 bottom-2 text-center">
          <Button
            variant="primary"
            className="rounded-full! shadow-lg"
            onClick={() => {
              toEnd();
              // The button disappears.
              log.current?.focus({ preventScroll: true });
            }}
          >
            {newCount} new<span className="sr-only"> messages: go to the newest</span>
          </Button>
        </div>
      )}
    </div>
  );
}
