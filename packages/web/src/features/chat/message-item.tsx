import type { ChatMessage } from '@inkling/contract/chat';
import { Ellipsis } from 'lucide-react';
import { memo, type RefObject, useId, useRef, useState } from 'react';
import { shortMoment } from '../../lib/moments.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { HeldNote } from '../../ui/held-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { PersonAvatar } from '../users/person-avatar.tsx';
import { MessageActions } from './message-actions.tsx';

interface Props {
  message: ChatMessage;
  userId: string;
  /** The author of the story. */
  authorId: string;
  /** Whether it goes on from the message before, whose name and picture stand for both (messages.ts). */
  goesOn: boolean;
  /** Whether the Tab key leads to its button (use-tab-stop.ts). */
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
