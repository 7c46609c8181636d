import { Check, Minus } from 'lucide-react';
import type { ValueState } from './story-filters.ts';

interface Props {
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
export function ChoiceToggle({ name, state, onChange }: Props) {
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
