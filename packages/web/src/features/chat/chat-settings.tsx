import type { ChatMute } from '@inkling/contract/chat';
import { type RefObject, useRef } from 'react';
import { messageOf } from '../../lib/api.ts';
import { localMoment } from '../../lib/moments.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { displayNameOf } from '../users/display-name.ts';
import { useUpdatePreferences } from '../users/users.api.ts';
import { useCloseChat, useMutedPeople, useUnmute } from './chat.api.ts';

interface Props {
  storyId: string;
  isAuthor: boolean;
  isClosed: boolean;
  /** The chat was closed or opened. */
  onClosing: () => void;
}

/** Whether others see the reader here; for the author of the story also who can write. */
export function ChatSettings({ storyId, isAuthor, isClosed, onClosing }: Props) {
  const presence = useUpdatePreferences({ fallback: 'Failed to save the setting.', errors: 'toast' });
  const stored = useMe()?.readingPreferences.showsPresence ?? true;
  const shown = presence.isPending ? (presence.variables.body.showsPresence ?? stored) : stored;
  const close = useCloseChat(onClosing);
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Chat settings"
      className="max-h-[45%] shrink-0 space-y-3 overflow-y-auto border-b border-line pb-3 outline-none"
    >
      <Switch
        label="Show that I’m reading here"
        hint="When this is off, no one sees you reading or typing in any chat."
        checked={shown}
        disabled={presence.isPending}
        onChange={({ target }) => presence.mutate({ body: { showsPresence: target.checked } })}
      />
      {isAuthor && (
        <>
          <div>
            <Button
              busy={close.isPending}
              onClick={() => close.mutate({ params: { id: storyId }, body: { isClosed: !isClosed } })}
            >
              {isClosed ? 'Open the chat' : 'Close the chat'}
            </Button>
            <p className="mt-1 text-sm text-muted">
              {isClosed
                ? 'No one can write in the chats of this story.'
                : 'No one will be able to write in the chats of this story and its chapters.'}
            </p>
          </div>
          <MutedPeople section={section} />
        </>
      )}
    </section>
  );
}

interface MutedProps {
  /** Gets the focus when a person's row goes with its button. */
  section: RefObject<HTMLElement | null>;
}

function MutedPeople({ section }: MutedProps) {
  const { data: muted, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useMutedPeople();
  if (isPending) return null;
  if (muted === undefined)
    return (
      <p role="alert" className="text-danger-text">
        {messageOf(error, 'Failed to fetch the people you have muted.')}
      </p>
    );
  if (muted.length === 0) return <p className="text-sm text-muted">You haven’t muted anyone.</p>;
  return (
    <div>
      <h3 className="font-semibold">Muted in the chats of your stories</h3>
      <ul>
        {muted.map((mute) => (
          <MutedPerson key={mute.person._id} mute={mute} section={section} />
        ))}
      </ul>
      {error !== null && (
        <p role="alert" className="text-sm text-danger-text">
          {messageOf(error, 'Failed to fetch more people.')}
        </p>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function MutedPerson({ mute: { person, until }, section }: MutedProps & { mute: ChatMute }) {
  const row = useFocusAfter<HTMLLIElement>(() => section.current);
  const unmute = useUnmute();
  return (
    <li ref={row} className="flex items-center justify-between gap-x-3 py-1">
      <span className="min-w-0 leading-snug wrap-anywhere">
        <bdi>{displayNameOf(person)}</bdi>{' '}
        <span className="text-sm text-muted">
          {until === null ? 'until you unmute them' : `until ${localMoment(until)}`}
        </span>
      </span>
      <Button
        className="shrink-0"
        aria-label={`Unmute ${displayNameOf(person)}`}
        onClick={() => unmute.mutate({ params: { userId: person._id } })}
      >
        Unmute
      </Button>
    </li>
  );
}
