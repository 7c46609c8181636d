import { contentWarningNames } from '@inkling/contract/content-warnings';
import { lengthNames } from '@inkling/contract/story-filters';
import { audienceNames } from '@inkling/contract/story-labels';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMe } from '../../../lib/session.ts';
import { languagesQuery } from '../list/story-lists.api.ts';
import { languageName } from '../story-language.ts';
import { statusNames } from '../story-text.ts';
import { GenreFilter } from './genre-filter.tsx';
import {
  type FilterProps,
  filterAnnouncement,
  OptionFilter,
  optionsOf,
  toggleHint,
} from './option-filter.tsx';
import { SavedFilters } from './saved-filters.tsx';
import {
  type Choice,
  countOf,
  type FilterName,
  type Filters,
  type LeastName,
  leastIn,
  stateOf,
} from './story-filters.ts';
import { TagFilter } from './tag-filter.tsx';
import { leastName, lengthRanges, updatedNames } from './value-names.ts';

interface LeastFieldProps {
  label: string;
  name: LeastName;
  value: number;
  /** `said` describes the change for screen readers. */
  onChange: (value: number, said: string) => void;
}

/** The least number of chapters, words or stars that stories must have. It counts once the field is left, or on Enter. */
function LeastField({ label, name, value, onChange }: LeastFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const shown = value === 0 ? '' : String(value);
  // Back, or removing the filter, changes the number.
  useEffect(() => {
    if (field.current !== null) field.current.value = shown;
  }, [shown]);
  const commit = () => {
    const next = leastIn(name, field.current?.value ?? '');
    if (field.current !== null) field.current.value = next === 0 ? '' : String(next);
    if (next === value) return;
    onChange(next, next === 0 ? filterAnnouncement(label, null) : leastName[name](next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    commit();
  };
  return (
    <div className="min-w-24 flex-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        placeholder="Any"
        defaultValue={shown}
        onBlur={commit}
        onKeyDown={onKeyDown}
        className="min-h-11 w-full rounded-md border border-control bg-raised px-3 tabular-nums"
      />
    </div>
  );
}

/** The audience of stories; 'Mature' for readers who see mature stories. */
function AudienceFilter(props: FilterProps) {
  const seesMature = useMe(false)?.readingPreferences.showsMature === true;
  const options = optionsOf(audienceNames).filter(
    ({ value }) => value !== 'mature' || seesMature || stateOf(props.choice, 'audience', value) !== null,
  );
  return <OptionFilter filter="audience" label="Audience" options={options} {...props} />;
}

const WarningFilter = (props: FilterProps) => (
  <OptionFilter
    filter="warnings"
    label="Content warnings"
    options={optionsOf(contentWarningNames)}
    {...props}
  />
);

interface Props {
  filters: Filters;
  /** `said` describes the change for screen readers. */
  onChange: (changes: Partial<Filters>, said: string) => void;
}

const lengths = optionsOf(lengthNames).map(({ value, name }) => ({
  value,
  name: `${name} (${lengthRanges[value as keyof typeof lengthRanges]})`,
}));

/** Every filter of a list of stories, in groups that can be folded; values are included or excluded. */
export function MoreFilters({ filters, onChange }: Props) {
  const filter = (name: FilterName) => ({
    filter: name,
    choice: filters[name],
    onChange: (choice: Choice, said: string) => onChange({ [name]: choice }, said),
  });
  const least = (name: LeastName) => ({
    name,
    value: filters[name],
    onChange: (value: number, said: string) => onChange({ [name]: value }, said),
  });
  const count = (name: FilterName) => countOf(filters[name]);
  const leastCount = (filters.minChapters > 0 ? 1 : 0) + (filters.minWords > 0 ? 1 : 0);
  const saved = useMe(false)?.readingPreferences.savedFilters ?? [];
  return (
    <div>
      {saved.length > 0 && (
        <Group label="Saved filters" count={saved.length} open>
          <SavedFilters filters={filters} onChange={onChange} />
        </Group>
      )}
      <p className="pb-3 text-sm text-muted">
        {toggleHint} Stories match any of the included values in a group.
      </p>
      <Group label={`Genres (${count('genres')})`} open={count('genres') > 0}>
        <GenreFilter {...filter('genres')} />
      </Group>
      <Group label="Status" count={count('status')} open>
        <OptionFilter label="Status" options={optionsOf(statusNames)} {...filter('status')} />
      </Group>
      <Group label="Length" count={count('length') + leastCount} open>
        <OptionFilter label="Length" options={lengths} {...filter('length')} />
        <div className="mt-3 flex flex-wrap gap-3">
          <LeastField label="Minimum chapters" {...least('minChapters')} />
          <LeastField label="Minimum words" {...least('minWords')} />
        </div>
      </Group>
      <Group label="Last updated" count={count('updated')}>
        <OptionFilter label="Last updated" options={optionsOf(updatedNames)} {...filter('updated')} />
      </Group>
      <Group label="First published" count={count('published')}>
        <OptionFilter label="First published" options={optionsOf(updatedNames)} {...filter('published')} />
      </Group>
      <Group label="Rating" count={filters.minRating > 0 ? 1 : 0}>
        <LeastField label="Minimum rating, 1 to 5 stars" {...least('minRating')} />
      </Group>
      <Group label="Language" count={count('language')}>
        <LanguageFilter {...filter('language')} />
      </Group>
      <Group label="Tags" count={count('tags')}>
        <TagFilter {...filter('tags')} />
      </Group>
      <Group label="Audience" count={count('audience')}>
        <AudienceFilter {...filter('audience')} />
      </Group>
      <Group label="Content warnings" count={count('warnings')}>
        <WarningFilter {...filter('warnings')} />
      </Group>
    </div>
  );
}

function LanguageFilter(props: {
  filter: FilterName;
  choice: Choice;
  onChange: (choice: Choice, said: string) => void;
}) {
  const languages = useQuery(languagesQuery);
  const { include, exclude } = props.choice;
  const used = languages.data?.data.map(({ language }) => language) ?? [];
  const offered = [...new Set([...used, ...include, ...exclude])];
  const options = offered.map((value) => ({ value, name: languageName(value) }));
  return <OptionFilter label="Language" options={options} {...props} />;
}

interface GroupProps {
  label: string;
  /** How many of its values are chosen. */
  count?: number;
  /** Whether it is open although nothing is chosen in it. */
  open?: boolean;
  children: ReactNode;
}

/** A part that can be folded; its content is mounted while it is open. */
function Group({ label, count = 0, open = false, children }: GroupProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(open || count > 0);
  return (
    <div className="border-t border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-2 text-start font-semibold tabular-nums"
      >
        {`${label}${count > 0 ? ` (${count})` : ''}`}
        <ChevronDown
          aria-hidden="true"
          className={`size-5 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen} className="pb-4">
        {isOpen && children}
      </div>
    </div>
  );
}
