import { annotationLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId } from 'react';
import { useOpened } from '../../lib/use-opened.ts';
import type { AnnotationView } from './annotation-view.ts';
import { annotatedStoriesQuery, bookmarkTagsQuery } from './annotations.api.ts';
import { colorNames, highlightColors } from './colors.ts';

interface Props {
  view: AnnotationView;
  text: string;
  onText: (text: string) => void;
  onChange: (changes: Partial<AnnotationView>) => void;
}

type Option = readonly [value: string, name: string];

/** The value of an address that is not among the options, such as a tag that no bookmark has any more. */
const withChosen = (options: Option[], value: string, name: string): Option[] =>
  value === '' || options.some(([one]) => one === value) ? options : [...options, [value, name]];

/** Searches and narrows the annotations of all stories. */
export function AnnotationToolbar({ view, text, onText, onChange }: Props) {
  const id = useId();
  const opened = useOpened();
  const stories = useQuery({ ...annotatedStoriesQuery(), enabled: opened }).data?.data ?? [];
  const tags = useQuery({ ...bookmarkTagsQuery(), enabled: opened }).data?.data ?? [];
  const storyOptions = stories.map(
    ({ storyId, title, annotations }): Option => [
      storyId,
      `${title ?? 'No longer available'} (${annotations})`,
    ],
  );
  const tagOptions = tags.map(({ tag, bookmarks }): Option => [tag, `${tag} (${bookmarks})`]);
  const kinds: Option[] = [
    ['highlight', 'Highlights'],
    ['bookmark', 'Bookmarks'],
  ];
  return (
    <search className="mb-6 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end">
      <div className="relative col-span-2 min-w-0 sm:w-full sm:max-w-80">
        <label htmlFor={id} className="sr-only">
          Search your annotations
        </label>
        <Search aria-hidden="true" className="absolute start-3 top-3 size-5 text-muted" />
        <input
          id={id}
          type="search"
          value={text}
          maxLength={annotationLimits.search}
          placeholder="Search text, notes and tags"
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => onText(target.value)}
          className="min-h-11 w-full rounded-md border border-control bg-raised ps-10 pe-3"
        />
      </div>
      <Choice
        label="Story"
        width="sm:w-56"
        all="All stories"
        value={view.storyId}
        options={withChosen(storyOptions, view.storyId, 'This story')}
        onChange={(storyId) => onChange({ storyId })}
      />
      <Choice
        label="Show"
        width="sm:w-36"
        all="Everything"
        value={view.kind ?? ''}
        options={kinds}
        onChange={(value) => {
          const kind = value === 'highlight' || value === 'bookmark' ? value : null;
          onChange({
            kind,
            ...(kind === 'bookmark' && { color: null }),
            ...(kind === 'highlight' && { tag: '' }),
          });
        }}
      />
      {view.kind !== 'bookmark' && (
        <Choice
          label="Color"
          width="sm:w-36"
          all="Any color"
          value={view.color ?? ''}
          options={highlightColors.map((color) => [color, colorNames[color]])}
          onChange={(value) =>
            onChange({ color: highlightColors.find((color) => color === value) ?? null, tag: '' })
          }
        />
      )}
      {view.kind !== 'highlight' && (
        <Choice
          label="Tag"
          width="sm:w-40"
          all="Any tag"
          value={view.tag}
          options={withChosen(tagOptions, view.tag, view.tag)}
          onChange={(tag) => onChange({ tag, color: null })}
        />
      )}
    </search>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string;
  options: Option[];
  /** From 640 px on; fixed, so that names that arrive later move nothing. */
  width: string;
  onChange: (value: string) => void;
}

function Choice({ label, all, value, options, width, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={`min-w-0 ${width}`}>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 w-full min-w-0 truncate rounded-md border border-control bg-raised px-3"
      >
        <option value="">{all}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
