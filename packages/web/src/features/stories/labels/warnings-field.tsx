import { type ContentWarning, contentWarningNames } from '@inkling/contract/content-warnings';
import { type ReactNode, useId } from 'react';

export const allWarnings = Object.keys(contentWarningNames) as ContentWarning[];

interface Props {
  legend: string;
  hint: ReactNode;
  value: ContentWarning[];
  onChange: (warnings: ContentWarning[]) => void;
  error?: string | undefined;
}

/** Chooses content warnings; they are in the order of the list. */
export function WarningsField({ legend, hint, value, onChange, error }: Props) {
  const id = useId();
  const toggle = (warning: ContentWarning, isChosen: boolean) =>
    onChange(allWarnings.filter((one) => (one === warning ? isChosen : value.includes(one))));
  return (
    <fieldset aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
        {hint}
      </p>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {allWarnings.map((warning) => (
          <label key={warning} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-(--accent)"
              checked={value.includes(warning)}
              onChange={({ target }) => toggle(warning, target.checked)}
            />
            {contentWarningNames[warning]}
          </label>
        ))}
      </div>
      <p id={`${id}-error`} role="alert" className="text-sm text-danger-text empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
