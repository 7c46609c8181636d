import { numberBeside, shownTitle } from '@inkling/contract/chapter-title';
import type { OwnChapterSummary } from '@inkling/contract/chapters';
import {
  ArrowUpDown,
  BookMarked,
  CalendarClock,
  CircleDashed,
  Clock,
  Ellipsis,
  Eye,
  Globe,
  Heart,
  Link2,
  Megaphone,
  Merge,
  MessageSquare,
  PenLine,
  ScrollText,
  StickyNote,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { LocalDate } from '../../../lib/local-date.tsx';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { DropLine, MoveButtons, RowHandle } from '../../../ui/movable-row.tsx';
import { SelectBox } from '../../../ui/select-box.tsx';
import { useRowDrag } from '../../../ui/use-row-drag.ts';
import { PublishBadge } from '../../stories/author/publish-badge.tsx';
import { Count } from '../list/count.tsx';
import { ExclusiveBadge } from '../list/exclusive-badge.tsx';
import { stageNames } from './stage-names.ts';

export type ChapterAction =
  | 'publish'
  | 'unpublish'
  | 'announce'
  | 'schedule'
  | 'time'
  | 'beta'
  | 'merge'
  | 'plan'
  | 'recap'
  | 'move'
  | 'volume'
  | 'delete';

/** How a row of the complete list is moved; a filtered list has none. */
interface RowMoves {
  /** Moves it one step; null at the end of the list. */
  up: (() => void) | null;
  down: (() => void) | null;
  /** Another chapter was dropped above or below this one. */
  onDrop: (dragged: string, edge: 'above' | 'below') => void;
}

interface Props {
  chapter: OwnChapterSummary;
  storyId: string;
  language: string;
  number: number;
  /** No chapter follows it. */
  isLast?: boolean;
  selected: boolean;
  /** Selects or deselects it; with `range`, all from the last selected one on. */
  onSelect: (range: boolean) => void;
  moves: RowMoves | null;
  /** Shown with the chapter's details. */
  note?: ReactNode;
  onAction: (chapter: OwnChapterSummary, action: ChapterAction) => void;
}

/** A chapter in the story's list: a box selects it, its handle and two buttons move it, a menu has the other actions. */
export function ChapterRow(props: Props) {
  const {
    chapter,
    storyId,
    language,
    number,
    isLast = false,
    selected,
    onSelect,
    moves,
    note,
    onAction,
  } = props;
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const navigate = useNavigate();
  const { _id: id, title, wordCount, isPublished, isExclusive, updatedAt, stage, privateNote } = chapter;
  const { dragging, over } = useRowDrag(id, row, handle, moves?.onDrop ?? null);
  const edit = paths.writeChapter(storyId, id);
  return (
    <li
      ref={row}
      data-row
      className={`relative flex items-center gap-1 border-b border-line py-2 sm:gap-2 ${dragging ? 'opacity-50' : ''} ${selected ? 'bg-sunken' : ''}`}
      data-number={number}
    >
      <DropLine edge={over} />
      <SelectBox label={`Select ${title}`} selected={selected} onSelect={onSelect} />
      {moves && <RowHandle ref={handle} />}
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-4 font-serif text-lg leading-snug">
          <Link to={edit} className="hover:underline">
            {numberBeside({ title, chapterNumber: number }) !== null && (
              <span className="text-muted">{number}. </span>
            )}
            <bdi lang={language}>{shownTitle({ title, chapterNumber: number })}</bdi>
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <PublishBadge isPublished={isPublished} />
          {stage !== 'draft' && <Badge>{stageNames[stage]}</Badge>}
          {isExclusive && <ExclusiveBadge />}
          <span>
            {wordCount.toLocaleString('en')} {wordCount === 1 ? 'word' : 'words'}
          </span>
          {isPublished && <Reached {...chapter} />}
          <span className="hidden sm:inline">
            Updated <LocalDate iso={updatedAt} />
          </span>
          {note}
        </p>
        {privateNote !== '' && (
          <p
            dir="auto"
            className="mt-1 line-clamp-2 border-s-2 border-line ps-2 text-sm whitespace-pre-line text-muted"
          >
            <span className="sr-only">Note to self: </span>
            {privateNote}
          </p>
        )}
      </div>
      {moves && <MoveButtons name={title} up={moves.up} down={moves.down} />}
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${title}`} />}>
        <MenuItem icon={PenLine} onSelect={() => void navigate(edit)}>
          Edit Chapter
        </MenuItem>
        <MenuItem icon={Eye} onSelect={() => void navigate(paths.previewChapter(storyId, id))}>
          Preview
        </MenuItem>
        <MenuItem
          icon={isPublished ? CircleDashed : Globe}
          onSelect={() => onAction(chapter, isPublished ? 'unpublish' : 'publish')}
        >
          {isPublished ? 'Unpublish' : 'Publish'}
        </MenuItem>
        {isPublished ? (
          <>
            <MenuItem icon={Megaphone} onSelect={() => onAction(chapter, 'announce')}>
              Announce…
            </MenuItem>
            <MenuItem icon={Clock} onSelect={() => onAction(chapter, 'time')}>
              Reading time
            </MenuItem>
          </>
        ) : (
          <>
            <MenuItem icon={CalendarClock} onSelect={() => onAction(chapter, 'schedule')}>
              Schedule…
            </MenuItem>
            <MenuItem icon={Link2} onSelect={() => onAction(chapter, 'beta')}>
              Share with beta readers…
            </MenuItem>
            {!isLast && (
              <MenuItem icon={Merge} onSelect={() => onAction(chapter, 'merge')}>
                Merge with the next chapter…
              </MenuItem>
            )}
          </>
        )}
        <MenuItem icon={StickyNote} onSelect={() => onAction(chapter, 'plan')}>
          Status and note…
        </MenuItem>
        <MenuItem icon={ScrollText} onSelect={() => onAction(chapter, 'recap')}>
          Recap for readers…
        </MenuItem>
        <MenuItem icon={ArrowUpDown} onSelect={() => onAction(chapter, 'move')}>
          Move to…
        </MenuItem>
        <MenuItem icon={BookMarked} onSelect={() => onAction(chapter, 'volume')}>
          Start a volume here…
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => onAction(chapter, 'delete')}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}

/** What a published chapter has reached. */
const Reached = ({ views, likes, comments }: OwnChapterSummary) => (
  <span className="inline-flex items-center gap-3">
    <Count icon={Eye} value={views} name="view" />
    <Count icon={Heart} value={likes} name="like" />
    <Count icon={MessageSquare} value={comments} name="comment" />
  </span>
);
