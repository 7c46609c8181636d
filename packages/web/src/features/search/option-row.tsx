import type { Suggestion } from '@inkling/contract/search';
import { BookOpen, Clock, TrendingUp, Users, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Cover } from '../../ui/cover.tsx';
import { displayNameOf, hasDisplayName } from '../users/display-name.ts';
import { PersonAvatar } from '../users/person-avatar.tsx';
import type { SearchOption } from './quick-results.ts';

export interface DropdownActions {
  /** What has been typed. */
  text: string;
  searchPath: (term: string) => To;
  /** An option was chosen; `term` is what it searches for, if it is a search. */
  onChoose: (term?: string) => void;
  onRemove: (term: string) => void;
  onClear: () => void;
}

interface Props extends DropdownActions {
  option: SearchOption;
  id: string;
  isActive: boolean;
}

const rowClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-start hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus';

/** An option of a search box. The focus stays in the box, which clicks the option for the keyboard. */
export function OptionRow({ option, id, isActive, text, searchPath, onChoose, onRemove, onClear }: Props) {
  // Not focusable: an option is active by `aria-activedescendant`.
  const row = { id, role: 'option', 'aria-selected': isActive, tabIndex: -1, className: rowClass } as const;
  switch (option.kind) {
    case 'result':
      return (
        <Link {...row} to={pathOf(option.result)} onClick={() => onChoose()}>
          <Result result={option.result} />
        </Link>
      );
    case 'all':
      return (
        <Link {...row} to={searchPath(text)} onClick={() => onChoose(text)}>
          <span className="font-semibold text-accent-text">View all</span>
        </Link>
      );
    case 'clear':
      return (
        <button type="button" {...row} onClick={onClear}>
          <span className="font-semibold text-accent-text">Clear all</span>
        </button>
      );
    default: {
      const { term, kind } = option;
      return (
        <Link
          {...row}
          to={searchPath(term)}
          onClick={() => onChoose(term)}
          {...(kind === 'recent' && { 'aria-description': 'Press Delete to remove' })}
        >
          {kind === 'recent' ? <Icon of={Clock} /> : <Icon of={TrendingUp} />}
          <bdi className="min-w-0 flex-1 truncate">{term}</bdi>
          {kind === 'recent' && <RemoveMark onRemove={() => onRemove(term)} />}
        </Link>
      );
    }
  }
}

/** For the pointer only, because an option has no parts for assistive technologies; the Delete key does the same. */
function RemoveMark({ onRemove }: { onRemove: () => void }) {
  const remove = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onRemove();
  };
  return (
    <span
      aria-hidden="true"
      title="Remove"
      onClick={remove}
      className="-my-1.5 -me-3 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-text"
    >
      <X className="size-5" />
    </span>
  );
}

function Icon({ of: Shown }: { of: typeof Clock }) {
  return <Shown aria-hidden="true" className="size-5 shrink-0 text-muted" />;
}

/** Where a quick result leads. */
function pathOf(result: Suggestion): string {
  switch (result.type) {
    case 'story':
      return paths.story(result._id);
    case 'user':
      return paths.person(result.username);
    case 'chapter':
      return paths.storyChapter(result.story._id, result._id);
    case 'community':
      return paths.community(result._id);
  }
}

function Result({ result }: { result: Suggestion }) {
  switch (result.type) {
    case 'story':
      return (
        <Lines title={result.title || 'Untitled Story'} language={result.language} below={result.author}>
          <span className="w-9 shrink-0">
            <Cover
              id={result._id}
              title={result.title}
              author={result.author}
              language={result.language}
              style={result.coverStyle}
              image={result.coverImage}
              sizes="36px"
            />
          </span>
        </Lines>
      );
    case 'user':
      return (
        <Lines
          title={displayNameOf(result)}
          below={hasDisplayName(result) ? `@${result.username}` : undefined}
        >
          <PersonAvatar person={result} size={36} />
        </Lines>
      );
    case 'chapter':
      return (
        <Lines title={result.title} language={result.story.language} below={result.story.title}>
          <Icon of={BookOpen} />
        </Lines>
      );
    case 'community':
      return (
        <Lines title={result.name}>
          <Icon of={Users} />
        </Lines>
      );
  }
}

interface LinesProps {
  title: string;
  language?: string;
  below?: string;
  /** The picture beside the lines. */
  children: ReactNode;
}

function Lines({ title, language, below, children }: LinesProps) {
  return (
    <>
      {children}
      <span className="min-w-0 flex-1">
        <bdi className="block truncate" lang={language}>
          {title}
        </bdi>
        {below !== undefined && <bdi className="block truncate text-sm text-muted">{below}</bdi>}
      </span>
    </>
  );
}
