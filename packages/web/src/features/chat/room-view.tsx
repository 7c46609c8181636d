import type { Author } from '@inkling/contract/users';
import { Settings } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { listenLive } from '../../lib/live.ts';
import { localMoment } from '../../lib/moments.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { NameSuggestions } from '../users/name-suggestions.tsx';
import type { Place } from './chat.api.ts';
import { ChatRoom } from './chat-room.ts';
import { ChatSettings } from './chat-settings.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { type RoomState, unsentMessages } from './messages.ts';

const names = (people: readonly Author[]): string[] => people.map(displayNameOf);

/** 'Ada, Bo and 3 others'. */
function listed({ count, people }: NonNullable<RoomState['readers']>): string {
  const others = count - people.length;
  const parts =
    others > 0 ? [...names(people), `${others} ${others === 1 ? 'other' : 'others'}`] : names(people);
  return new Intl.ListFormat('en').format(parts);
}

/** How many people are reading now. Opening it lists the names of those in the chat. */
function Readers({ readers }: { readers: RoomState['readers'] }) {
  if (readers === null) return <span />;
  const { count } = readers;
  if (count === 0) return <p className="flex min-h-11 items-center text-sm text-muted">No visible readers</p>;
  return (
    <details className="min-w-0 text-sm text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 tabular-nums">
        <span aria-hidden="true" className="size-2 rounded-full bg-success" />
        {count.toLocaleString('en')} reading now
      </summary>
      <p className="max-h-24 overflow-y-auto pb-2 wrap-anywhere">{listed(readers)}</p>
    </details>
  );
}

/** Who is typing; its height is always reserved, and long names are cut. */
function TypingLine({ people }: { people: readonly Author[] }) {
  const who = people.length > 2 ? 'Several people' : names(people).join(' and ');
  return (
    <p className="flex h-6 shrink-0 text-sm whitespace-pre text-muted" aria-live="off">
      {people.length > 0 && (
        <>
          <bdi className="truncate">{who}</bdi>
          <span>{people.length === 1 ? ' is typing…' : ' are typing…'}</span>
        </>
      )}
    </p>
  );
}

const pulse = 'animate-pulse rounded-md bg-sunken';
/** The widths of the texts, from the oldest to the newest. */
const widths = ['w-2/3', 'w-1/2', 'w-4/5', 'w-1/3', 'w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/4'];

/** A placeholder for a chat's messages, the newest at the bottom. */
const MessagesSkeleton = () => (
  <div aria-busy="true" className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden">
    <span className="sr-only" role="status">
      Loading…
    </span>
    {widths.map((width, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change
      <div key={index} className="flex shrink-0 gap-3 py-2">
        <div className={`mt-1 size-8 shrink-0 rounded-full! ${pulse}`} />
        <div className="flex-1">
          <div className="flex h-[1lh] items-center">
            <div className={`h-4 w-32 ${pulse}`} />
          </div>
          <div className="flex h-[1lh] items-center">
            <div className={`h-4 ${width} ${pulse}`} />
          </div>
        </div>
      </div>
    ))}
  </div>
);

interface Props {
  place: Place;
  userId: string;
  /** The author of the story. */
  authorId: string;
  takesFocus: boolean;
  /** The live connection; another one in tests. */
  listen?: typeof listenLive | undefined;
}

/** Why the reader cannot write here. */
function refusalOf(
  { isClosed, isMuted, mutedUntil, isRefused }: RoomState,
  isAuthor: boolean,
): string | undefined {
  if (isClosed)
    return isAuthor
      ? 'You’ve closed this chat. You can reopen it in the chat settings.'
      : 'The author has closed this chat.';
  if (!isMuted) return isRefused ? 'You can’t write in this chat.' : undefined;
  const ending = mutedUntil === null ? '' : ` until ${localMoment(mutedUntil)}`;
  return `The author of this story has muted you${ending}. You can still read the chat.`;
}

/** One chat, while its messages are fetched and followed: messages, who is there, and the box for a new one. */
export function RoomView({ place, userId, authorId, takesFocus, listen }: Props) {
  const [room] = useState(() => new ChatRoom(place, userId, listen));
  const key = inputKey(userId, `chat/${place.chapterId ?? place.storyId}`);
  const [outbox] = useState(() => unsentMessages(`${key}/unsent`));
  const [settings, setSettings] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(room.subscribe, room.read);
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.read);
  useEffect(() => {
    room.onConnected = () => outbox.resend(room.send);
    return room.open();
  }, [room, outbox]);
  useEffect(() => {
    // Only the acknowledgement was lost.
    for (const { _id, failure } of unsent)
      if (failure !== '' && state.messages.some((message) => message._id === _id)) outbox.discard(_id);
  }, [state.messages, unsent, outbox]);
  const isAuthor = userId === authorId;
  const refusal = refusalOf(state, isAuthor);
  return (
    <div ref={whole} tabIndex={-1} className="chat-room outline-none">
      <div className="flex shrink-0 items-start justify-between gap-2">
        <Readers readers={state.readers} />
        <IconButton
          icon={Settings}
          label="Chat settings"
          aria-expanded={settings}
          className="-me-2"
          onClick={() => setSettings(!settings)}
        />
      </div>
      {settings && (
        <ChatSettings
          storyId={place.storyId}
          isAuthor={isAuthor}
          isClosed={state.isClosed}
          onClosing={() => room.refresh()}
        />
      )}
      <div role="status" className="shrink-0">
        {state.connection === 'lost' && (
          <p className="mb-1 rounded-md bg-notice px-3 py-2 text-sm text-on-notice">
            {state.isReachable
              ? 'No live connection. New messages may take about ten seconds to appear.'
              : 'Not connected. New messages will appear once the connection is back.'}
          </p>
        )}
      </div>
      <Content
        room={room}
        state={state}
        // The pressed button disappears, and would take the focus with it.
        onPressed={() => whole.current?.focus({ preventScroll: true })}
      >
        <MessageList
          room={room}
          state={state}
          unsent={unsent}
          userId={userId}
          authorId={authorId}
          canSend={refusal === undefined}
          log={log}
          onRetry={(id) => outbox.retry(id, room.send)}
          onDiscard={(id) => outbox.discard(id)}
        />
      </Content>
      <TypingLine people={state.typing} />
      {!state.isFolded && (
        <NameSuggestions people={peopleIn(state)} above>
          <Composer
            storageKey={key}
            refusal={refusal}
            takesFocus={takesFocus}
            onType={() => room.noteTyping()}
            onSend={(message) => void outbox.add({ message }, room.send)}
            onDisabled={() => log.current?.focus()}
          />
        </NameSuggestions>
      )}
    </div>
  );
}

/** Who takes part: the writers of the latest messages, then those who read. */
const peopleIn = ({ messages, readers }: RoomState): Author[] => [
  ...messages.toReversed().flatMap(({ author }) => author ?? []),
  ...(readers?.people ?? []),
];

interface ContentProps {
  room: ChatRoom;
  state: RoomState;
  onPressed: () => void;
  children: React.ReactNode;
}

/** The messages, or why they are not shown. */
function Content({ room, state: { status, failure, isFolded }, onPressed, children }: ContentProps) {
  const showAnyway = () => {
    onPressed();
    room.showAnyway();
  };
  const tryAgain = () => {
    onPressed();
    room.tryAgain();
  };
  if (isFolded)
    return (
      <div className="grid flex-1 place-content-center gap-4 text-center">
        <p className="text-muted">
          You haven’t reached this chapter yet. Its chat may give away what happens.
        </p>
        <div>
          <Button onClick={showAnyway}>Show anyway</Button>
        </div>
      </div>
    );
  if (status === 'loading') return <MessagesSkeleton />;
  if (status === 'failed')
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ErrorState message={failure} onRetry={tryAgain} />
      </div>
    );
  return children;
}
