import { useRef } from 'react';
import { messageOf } from '../../lib/api.ts';
import { localMoment } from '../../lib/moments.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { useUpdatePreferences } from '../users/users.api.ts';
import { useCloseChat } from './chat.api.ts';
import { useMutedPeople, useMutes } from './mutes.api.ts';

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
  // A person's row disappears with its button.
  const keepFocus = () => {
    if (section.current?.contains(document.activeElement)) section.current.focus({ preventScroll: true });
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Chat settings"
      className="max-h-[45%] shrink-0 space-y-3 overflow-y-auto border-b border-line pb-3 outline-none"
    >
      <Switch
        label="Show that I am reading here"
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
          <MutedPeople onUnmuted={keepFocus} />
        </>
      )}
    </section>
  );
}

function MutedPeople({ onUnmuted }: { onUnmuted: () => void }) {
  const { data: muted, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useMutedPeople();
  const { unmute } = useMutes(onUnmuted);
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
        {muted.map(({ person, until }) => (
          <li key={person._id} className="flex items-center justify-between gap-x-3 py-1">
            <span className="min-w-0 leading-snug wrap-anywhere">
              <bdi>{displayNameOf(person)}</bdi>{' '}
              <span className="text-sm text-muted">
                {until === null ? 'for good' : `until ${localMoment(until)}`}
              </span>
            </span>
            <Button
              className="shrink-0"
              aria-label={`Unmute ${displayNameOf(person)}`}
              onClick={() => unmute(person._id)}
            >
              Unmute
            </Button>
          </li>
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
