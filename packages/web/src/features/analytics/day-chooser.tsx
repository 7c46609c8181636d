import { type FormEvent, useId, useState } from 'react';
import { useToday } from '../../lib/today.ts';
import { Button } from '../../ui/button.tsx';
import { ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { type Days, daysOf, type NamedRange, namedRanges, nameOf, problemWith } from './days.ts';

interface Props {
  /** The days of the address. */
  days: Days;
  /** The days that are shown. */
  shown: Required<Days>;
  onChange: (days: Days) => void;
}

const options = [...Object.entries(namedRanges), ['days', 'From … to …']] as [NamedRange | 'days', string][];

/** Chooses the days that figures are of: by name, or from one day to another. */
export function DayChooser({ days, shown, onChange }: Props) {
  const today = useToday();
  const name = nameOf(days, today);
  const [choosesDays, setChoosesDays] = useState(name === null);
  const choose = (value: NamedRange | 'days') => {
    setChoosesDays(value === 'days');
    if (value !== 'days') onChange(daysOf(value, today));
  };
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <ToolbarChoice
        label="Days"
        options={options}
        value={choosesDays ? 'days' : (name ?? 'days')}
        onChange={choose}
      />
      {choosesDays && <FromTo shown={{ ...shown, ...days }} onChange={onChange} />}
    </div>
  );
}

function FromTo({ shown, onChange }: { shown: Required<Days>; onChange: (days: Days) => void }) {
  const id = useId();
  // What was typed stays when the days chosen before it are shown only now.
  const [typed, setTyped] = useState<Days>({});
  const chosen = { ...shown, ...typed };
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(chosen.from, chosen.to);
    setProblem(found);
    if (found !== null) return;
    setTyped({});
    onChange(chosen);
  };
  const field = (key: 'from' | 'to', label: string) => (
    <div>
      <label htmlFor={`${id}-${key}`} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <input
        id={`${id}-${key}`}
        type="date"
        value={chosen[key]}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
        className="min-h-11 rounded-md border border-control bg-raised px-3 aria-invalid:border-danger"
      />
    </div>
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      {field('from', 'From')}
      {field('to', 'To')}
      <Button type="submit">Show</Button>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="w-full text-sm text-danger-text">
          {problem}
        </p>
      )}
    </form>
  );
}
