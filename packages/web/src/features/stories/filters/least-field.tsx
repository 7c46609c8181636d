import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { filterAnnouncement } from './option-filter.tsx';
import { type LeastName, leastIn } from './story-filters.ts';
import { leastName } from './value-names.ts';

interface Props {
  label: string;
  name: LeastName;
  value: number;
  /** `said` describes the change for screen readers. */
  onChange: (value: number, said: string) => void;
}

/** The least number of chapters, words or stars that stories must have. It counts once the field is left, or on Enter. */
export function LeastField({ label, name, value, onChange }: Props) {
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
