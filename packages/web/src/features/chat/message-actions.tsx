import type { MuteDuration } from '@inkling/contract/chat';
import type { Author } from '@inkling/contract/users';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { showSuccess } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { useRemoveMessage } from './chat.api.ts';
import { useMute } from './mutes.api.ts';

const durations: Record<MuteDuration, string> = {
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  forever: 'For good',
};

interface Props {
  messageId: string;
  /** Who has written the message. */
  person: Author;
  canMute: boolean;
  /** Gets the focus after the message was removed. */
  returnTo: RefObject<HTMLElement | null>;
  onRemoved: () => void;
  onDone: () => void;
}

/** Removes a message, or mutes its author in the chats of one's stories. */
export function MessageActions(props: Props) {
  const { messageId, person, canMute, returnTo, onRemoved, onDone } = props;
  const [asks, setAsks] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const remove = useRemoveMessage(onRemoved);
  const mute = useMute();
  const name = displayNameOf(person);
  const muteFor = (duration: MuteDuration) =>
    mute.mutate(
      { params: { userId: person._id }, body: { for: duration } },
      {
        onSuccess: () => {
          showSuccess(`${name} is muted in the chats of your stories.`);
          onDone();
        },
      },
    );
  return (
    <div ref={box} className="mt-2 space-y-3 pb-1">
      <Button onClick={() => setAsks(true)}>Remove message</Button>
      {canMute && (
        <fieldset>
          <legend className="mb-1 text-sm text-muted">
            Mute <bdi>{name}</bdi> in the chats of your stories
          </legend>
          <div className="flex flex-wrap gap-2">
            {Object.entries(durations).map(([duration, label]) => (
              <Button
                key={duration}
                className="px-3!"
                busy={mute.isPending}
                onClick={() => muteFor(duration as MuteDuration)}
              >
                {label}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Remove this message?"
        confirm="Remove"
        danger
        busy={remove.isPending}
        returnTo={returnTo}
        onConfirm={() => remove.mutate({ params: { id: messageId } })}
      >
        It will disappear for everyone. This can’t be undone.
      </ConfirmDialog>
    </div>
  );
}
