import { libraryLimits } from '@inkling/contract/limits';
import { Search } from 'lucide-react';
import { useId } from 'react';
import { filterNames, type LibraryTab, type LibraryView, sortNames } from './library-view.ts';

interface Props {
  tab: LibraryTab;
  view: LibraryView;
  text: string;
  onText: (text: string) => void;
  onChange: (changes: Partial<LibraryView>) => void;
}

/** Searches, narrows and sorts a tab of the library. */
export function LibraryToolbar({ tab, view, text, onText, onChange }: Props) {
  const id = useId();
  return (
    <search className="mb-6 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end">
      <div className="relative col-span-2 min-w-0 sm:max-w-80 sm:flex-1">
        <label htmlFor={id} className="sr-only">
          Search this tab by title or author
        </label>
        <Search aria-hidden="true" className="absolute start-3 top-3 size-5 text-muted" />
        <input
          id={id}
          type="search"
          value={text}
          maxLength={libraryLimits.titleSearch}
          placeholder="Title or author"
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => onText(target.value)}
          className="min-h-11 w-full rounded-md border border-control bg-raised ps-10 pe-3"
        />
      </div>
      <Choice
        label="Show"
        names={filterNames[tab]}
        value={view.filter}
        onChange={(filter) => onChange({ filter })}
      />
      <Choice
        label="Sort by"
        names={sortNames[tab]}
        value={view.sort}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  names: Partial<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

/** A select with its label; nothing where there is no choice. */
function Choice<Value extends string>({ label, names, value, onChange }: ChoiceProps<Value>) {
  const id = useId();
  const options = Object.entries(names) as [Value, string][];
  if (options.length < 2) return null;
  return (
    <div className="min-w-0 sm:flex sm:items-center sm:gap-2">
      <label htmlFor={id} className="mb-1 block text-sm text-muted sm:mb-0">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([option]) => option === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
        className="min-h-11 w-full min-w-0 rounded-md border border-control bg-raised px-3 sm:w-auto"
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
