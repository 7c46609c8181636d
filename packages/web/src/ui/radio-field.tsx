import { useId } from 'react';

interface Props<Value extends string> {
  legend: string;
  /** The values in order: what they are called and what they mean. */
  options: Record<Value, { name: string; meaning: string }>;
  /** Null while none is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
}

/** Chooses one of a few values, each with an explanation. */
export function RadioField<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {(Object.keys(options) as Value[]).map((option) => (
        <label key={option} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type="radio"
            name={id}
            className="mt-0.5 size-5 shrink-0 accent-(--accent)"
            checked={value === option}
            onChange={() => onChange(option)}
            aria-labelledby={`${id}-${option}-name`}
            aria-describedby={`${id}-${option}`}
          />
          <span>
            <span id={`${id}-${option}-name`} className="block">
              {options[option].name}
            </span>
            <span id={`${id}-${option}`} className="block text-sm text-muted">
              {options[option].meaning}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
