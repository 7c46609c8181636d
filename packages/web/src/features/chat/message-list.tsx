import { type RefObject, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ChatRoom } from './chat-room.ts';
import { MessageItem } from './message-item.tsx';
import { goesOn } from './messages.ts';
import { OlderMessages } from './older-messages.tsx';
import type { RoomState } from './room-state.ts';
import type { UnsentMessage } from './unsent.ts';
import { UnsentItem } from './unsent-item.tsx';
import { useScroll } from './use-scroll.ts';
import { useTabStop } from './use-tab-stop.ts';

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
