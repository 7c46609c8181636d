import { Check, Minus } from 'lucide-react';
import { type Choice, type FilterName, stateOf, type ValueState, withState } from './story-filters.ts';

interface ChoiceToggleProps {
  name: string;
  state: ValueState;
  onChange: (state: ValueState) => void;
}

const next = (state: ValueState): ValueState => {
  if (state === null) return 'include';
  return state === 'include' ? 'exclude' : null;
};

const stateClasses = {
  include: 'border-accent bg-accent text-on-accent',
  exclude: 'border-danger-text text-danger-text line-through decoration-1 hover:bg-sunken',
  none: 'border-control hover:bg-sunken',
};

/** The order of the states, explained above the toggles. */
export const toggleHint = 'Tap once to include, twice to exclude, three times to clear.';

/** A value of a filter. Each press moves to the next state: included, excluded, neither. */
export function ChoiceToggle({ name, state, onChange }: ChoiceToggleProps) {
  return (
    <button
      type="button"
      onClick={() => onChange(next(state))}
      className={`inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-3xl border px-4 py-1 text-start ${stateClasses[state ?? 'none']}`}
    >
      {state === 'include' && <Check aria-hidden="true" className="size-4 shrink-0" />}
      {state === 'exclude' && <Minus aria-hidden="true" className="size-4 shrink-0" />}
      <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
      {state !== null && (
        <span className="sr-only">{state === 'include' ? ' (included)' : ' (excluded)'}</span>
      )}
    </button>
  );
}

export interface FilterProps {
  choice: Choice;
  /** `said` describes the change for screen readers. */
  onChange: (choice: Choice, said: string) => void;
}

interface Option {
  value: string;
  name: string;
}

/** Options from names by value. */
export const optionsOf = (names: Record<string, string>): Option[] =>
  Object.entries(names).map(([value, name]) => ({ value, name }));

/** 'Horror included', for screen readers: a button's new name is not read. */
export const filterAnnouncement = (name: string, state: ValueState): string => {
  if (state === null) return `${name} cleared`;
  return `${name} ${state === 'include' ? 'included' : 'excluded'}`;
};

interface Props extends FilterProps {
  filter: FilterName;
  label: string;
  options: Option[];
}

/** A filter whose few values are all shown. */
export function OptionFilter({ filter, label, options, choice, onChange }: Props) {
  if (options.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <ul className="flex flex-wrap gap-2">
        {options.map(({ value, name }) => (
          <li key={value} className="max-w-full">
            <ChoiceToggle
              name={name}
              state={stateOf(choice, filter, value)}
              onChange={(state) =>
                onChange(withState(choice, filter, value, state), filterAnnouncement(name, state))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
