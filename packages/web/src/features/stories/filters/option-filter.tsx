import { ChoiceToggle } from './choice-toggle.tsx';
import { type Choice, type FilterName, stateOf, type ValueState, withState } from './story-filters.ts';

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
