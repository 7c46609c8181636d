import type { MuteDuration } from '@inkling/contract/chat';
import type { Author } from '@inkling/contract/users';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { showSuccess } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { BlockDialog } from '../blocks/block-dialog.tsx';
import { useBlocks } from '../blocks/blocks.api.ts';
import { LazyReportDialog } from '../reports/report-button.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { useRemoveMessage } from './chat.api.ts';
import { useMute } from './mutes.api.ts';

const durations: Record<MuteDuration, string> = {
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  forever: 'Until I unmute',
};

interface Props {
  messageId: string;
  /** Who has written the message. */
  person: Author;
  /** Whether the viewer can remove the message. */
  canRemove: boolean;
  canMute: boolean;
  /** Gets the focus after the message was removed. */
  returnTo: RefObject<HTMLElement | null>;
  onRemoved: () => void;
  /** The person was muted or blocked; without it, the message is one's own. */
  onHidden?: (() => void) | undefined;
  onDone: () => void;
}

/** Removes or reports a message, mutes or blocks its author, or mutes them in the chats of one's stories for everyone. */
export function MessageActions(props: Props) {
  const { messageId, person, canRemove, canMute, returnTo, onRemoved, onHidden, onDone } = props;
  const [asks, setAsks] = useState<'remove' | 'block' | 'report' | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const remove = useRemoveMessage(onRemoved);
  const mute = useMute();
  const { mute: hide } = useBlocks();
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
  const hidden = (onHidden: () => void) => () => {
    showSuccess(`You muted ${name}. You won’t see what they write. We won’t tell them.`);
    returnTo.current?.focus();
    onHidden();
  };
  return (
    <div ref={box} className="mt-2 space-y-3 pb-1">
      {canRemove && <Button onClick={() => setAsks('remove')}>Remove message</Button>}
      {onHidden && (
        <div className="flex flex-wrap gap-2">
          <Button
            busy={hide.isPending}
            onClick={() => hide.mutate({ params: { id: person._id } }, { onSuccess: hidden(onHidden) })}
          >
            Mute<span className="sr-only"> {name}</span>
          </Button>
          <Button onClick={() => setAsks('block')}>
            Block<span className="sr-only"> {name}</span>
          </Button>
          <Button onClick={() => setAsks('report')}>Report</Button>
        </div>
      )}
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
      {asks === 'block' && (
        <BlockDialog person={person} returnTo={returnTo} onClose={() => setAsks(null)} onBlocked={onHidden} />
      )}
      {asks === 'report' && (
        <LazyReportDialog things={[{ kind: 'message', id: messageId }]} onClose={() => setAsks(null)} />
      )}
      <ConfirmDialog
        open={asks === 'remove'}
        onOpenChange={() => setAsks(null)}
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
