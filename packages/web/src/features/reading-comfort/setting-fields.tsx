import { type ReactNode, useId } from 'react';

interface ChoiceProps<T extends string> {
  legend: string;
  options: readonly T[];
  /** The accessible name of each option. */
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
  /** What an option shows, if not its name. */
  show?: (option: T) => ReactNode;
}

/** A choice between a few values: one row of joined buttons. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { legend, options, names, value, onChange, show } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="setting-label">{legend}</legend>
      <div className="segments">
        {options.map((option) => (
          <label key={option} className="segment">
            <input
              type="radio"
              className="sr-only"
              name={name}
              aria-label={show && names[option]}
              checked={value === option}
              onChange={() => onChange(option)}
            />
            {show ? <span aria-hidden="true">{show(option)}</span> : names[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SliderProps {
  label: string;
  range: { min: number; max: number; step: number };
  value: number;
  /** The value in words. */
  says: string;
  onChange: (value: number) => void;
}

export function Slider({ label, range, value, says, onChange }: SliderProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="setting-label">
          {label}
        </label>
        <output htmlFor={id} className="text-sm tabular-nums">
          {says}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="slider"
        {...range}
        value={value}
        aria-valuetext={says}
        // Multiples of 0.1 are not exact in floating point.
        onChange={(event) => onChange(Math.round(event.target.valueAsNumber * 100) / 100)}
      />
    </div>
  );
}
