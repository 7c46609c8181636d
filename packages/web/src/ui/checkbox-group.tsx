import { type ReactNode, useId } from 'react';

interface Props<Value extends string> {
  legend: string;
  hint: ReactNode;
  /** What can be chosen, with its name. */
  options: readonly { value: Value; name: string }[];
  value: readonly Value[];
  /** Is given the chosen values in the order of the options. */
  onChange: (values: Value[]) => void;
  error?: string | undefined;
}

/** Chooses any of several values. */
export function CheckboxGroup<Value extends string>({
  legend,
  hint,
  options,
  value,
  onChange,
  error,
}: Props<Value>) {
  const id = useId();
  const toggle = (changed: Value, isChosen: boolean) =>
    onChange(
      options.map((one) => one.value).filter((one) => (one === changed ? isChosen : value.includes(one))),
    );
  return (
    <fieldset aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
        {hint}
      </p>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {options.map((one) => (
          <label key={one.value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-(--accent)"
              checked={value.includes(one.value)}
              onChange={({ target }) => toggle(one.value, target.checked)}
            />
            {one.name}
          </label>
        ))}
      </div>
      <p id={`${id}-error`} role="alert" className="text-sm text-danger-text empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
