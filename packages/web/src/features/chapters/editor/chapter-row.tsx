import type { ChapterSummary } from '@inkling/contract/chapters';
import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  CalendarClock,
  CircleDashed,
  Ellipsis,
  Globe,
  GripVertical,
  PenLine,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { LocalDate } from '../../../lib/local-date.tsx';
import { paths } from '../../../lib/paths.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { PublishBadge } from '../../stories/author/publish-badge.tsx';
import { useRowDrag } from './use-row-drag.ts';

export type ChapterAction = 'publish' | 'unpublish' | 'schedule' | 'move' | 'delete';

interface Props {
  chapter: ChapterSummary;
  storyId: string;
  language: string;
  /** Zero-based. */
  index: number;
  count: number;
  /** Shown with the chapter's details. */
  note?: ReactNode;
  onMove: (id: string, to: number) => void;
  /** Another chapter was dropped above or below this one. */
  onDrop: (dragged: string, edge: 'above' | 'below') => void;
  onAction: (chapter: ChapterSummary, action: ChapterAction) => void;
}

/** A chapter in the story's list: its handle and two buttons move it, a menu has the other actions. */
export function ChapterRow({
  chapter,
  storyId,
  language,
  index,
  count,
  note,
  onMove,
  onDrop,
  onAction,
}: Props) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const navigate = useNavigate();
  const { _id: id, title, wordCount, isPublished, updatedAt } = chapter;
  const { dragging, over } = useRowDrag(id, row, handle, onDrop);
  const edit = paths.writeChapter(storyId, id);
  return (
    <li
      ref={row}
      data-row
      className={`relative flex items-center gap-1 border-b border-line py-2 sm:gap-3 ${dragging ? 'opacity-50' : ''}`}
    >
      {over !== null && (
        <span
          aria-hidden="true"
          className={`absolute inset-x-0 h-0.5 bg-accent ${over === 'above' ? '-top-px' : '-bottom-px'}`}
        />
      )}
      <span
        ref={handle}
        aria-hidden="true"
        data-handle
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted active:cursor-grabbing"
      >
        <GripVertical className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-4 font-serif text-lg leading-snug">
          <Link to={edit} className="hover:underline">
            <span className="text-muted">{index + 1}.</span> <bdi lang={language}>{title}</bdi>
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <PublishBadge isPublished={isPublished} />
          <span>
            {wordCount.toLocaleString()} {wordCount === 1 ? 'word' : 'words'}
          </span>
          <span className="hidden sm:inline">
            Updated <LocalDate iso={updatedAt} />
          </span>
          {note}
        </p>
      </div>
      {/* aria-disabled instead of `disabled`, so that the button keeps the focus after the last possible move. */}
      <IconButton
        label={`Move ${title} up`}
        aria-disabled={index === 0}
        onClick={() => index > 0 && onMove(id, index - 1)}
      >
        <ArrowUp aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton
        label={`Move ${title} down`}
        aria-disabled={index === count - 1}
        onClick={() => index < count - 1 && onMove(id, index + 1)}
      >
        <ArrowDown aria-hidden="true" className="size-5" />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={`Actions for ${title}`}>
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void navigate(edit)}>
          <PenLine aria-hidden="true" className="size-4" />
          Edit Chapter
        </MenuItem>
        <MenuItem onSelect={() => onAction(chapter, isPublished ? 'unpublish' : 'publish')}>
          {isPublished ? (
            <CircleDashed aria-hidden="true" className="size-4" />
          ) : (
            <Globe aria-hidden="true" className="size-4" />
          )}
          {isPublished ? 'Unpublish' : 'Publish'}
        </MenuItem>
        {!isPublished && (
          <MenuItem onSelect={() => onAction(chapter, 'schedule')}>
            <CalendarClock aria-hidden="true" className="size-4" />
            Schedule…
          </MenuItem>
        )}
        <MenuItem onSelect={() => onAction(chapter, 'move')} disabled={count < 2}>
          <ArrowUpDown aria-hidden="true" className="size-4" />
          Move to position…
        </MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => onAction(chapter, 'delete')}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}
