import type { ChatMessage, MuteDuration } from '@inkling/contract/chat';
import type { Author } from '@inkling/contract/users';
import { Ellipsis } from 'lucide-react';
import { memo, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { shortMoment } from '../../lib/moments.ts';
import { showSuccess } from '../../lib/notify.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { HeldNote } from '../../ui/held-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { BlockDialog } from '../blocks/block-dialog.tsx';
import { useBlocks } from '../blocks/blocks.api.ts';
import { LazyReportDialog } from '../reports/report-button.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { PersonAvatar } from '../users/person-avatar.tsx';
import { useMute, useRemoveMessage } from './chat.api.ts';

const durations: Record<MuteDuration, string> = {
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  forever: 'Until I unmute',
};

interface MessageActionsProps {
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
function MessageActions(props: MessageActionsProps) {
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

interface Props {
  message: ChatMessage;
  userId: string;
  /** The author of the story. */
  authorId: string;
  /** Whether it goes on from the message before, whose name and picture stand for both (messages.ts). */
  goesOn: boolean;
  /** Whether the Tab key leads to its button (message-list.tsx). */
  isTabStop: boolean;
  /** Gets the focus when the message is removed. */
  log: RefObject<HTMLElement | null>;
  onRemoved: (id: string) => void;
  /** The person was muted or blocked. */
  onHidden: (personId: string) => void;
}

/** A message with its author and time; its actions open below it. */
export const MessageItem = memo(function MessageItem(props: Props) {
  const { message, userId, authorId, goesOn, isTabStop, log, onRemoved, onHidden } = props;
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const { author, message: text, timestamp, sender } = message;
  if (author === null || text === null)
    return <li className="py-2 ps-11 text-sm text-muted italic">Message removed</li>;
  const name = displayNameOf(author);
  const isMine = sender === userId;
  const canModerate = userId === authorId;
  return (
    <li className={`flex flex-wrap gap-x-3 ${goesOn ? '' : 'pt-2'}`}>
      <div className="w-8 pt-1">{!goesOn && <PersonAvatar person={author} size={32} />}</div>
      <div className={`min-w-0 flex-1 ${goesOn ? 'pt-1.5' : ''}`}>
        <div className={goesOn ? 'sr-only' : 'flex flex-wrap items-baseline gap-x-2'}>
          <bdi className="min-w-0 font-semibold wrap-anywhere">{isMine ? 'You' : name}</bdi>
          {sender === authorId && <Badge>Author</Badge>}
          <time dateTime={timestamp} className="text-sm text-muted tabular-nums">
            {shortMoment(new Date(timestamp))}
          </time>
        </div>
        {message.isHeld && <HeldNote kind="message" />}
        <MessageText text={text} />
      </div>
      <IconButton
        icon={Ellipsis}
        ref={toggle}
        label={`Actions for the message by ${name}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-actions-of={message._id}
        tabIndex={isTabStop ? 0 : -1}
        // In a row of its own height, so that messages of a group are equally far from each other.
        className={`-me-2 ${goesOn ? '-my-1.5' : ''}`}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div id={id} className="basis-full ps-11">
          <MessageActions
            messageId={message._id}
            person={author}
            canRemove={isMine || canModerate}
            canMute={canModerate && !isMine}
            onHidden={isMine ? undefined : () => onHidden(author._id)}
            onRemoved={() => onRemoved(message._id)}
            returnTo={log}
            onDone={() => {
              setOpen(false);
              toggle.current?.focus();
            }}
          />
        </div>
      )}
    </li>
  );
});

/** Longer texts, which would push all others out of view, are shown in part. */
const short = { characters: 600, lines: 12 };

/** The text of a message. */
function MessageText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const isLong = text.length > short.characters || text.split('\n').length > short.lines;
  return (
    <>
      <p className={`wrap-anywhere whitespace-pre-line ${isLong && !all ? 'line-clamp-12' : ''}`} dir="auto">
        {text}
      </p>
      {isLong && (
        <Button variant="subtle" className="-ms-3" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}
