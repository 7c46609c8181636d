import { type ComponentProps, type ReactNode, useId } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  /** More about it, below the label. */
  hint?: ReactNode;
  checked: boolean;
  /** In a frame of its own, as among the fields of a form. */
  framed?: boolean;
}

/** A setting that is on or off. */
export function Switch({ label, hint, checked, framed = false, ...input }: Props) {
  const id = useId();
  const frame = framed ? 'rounded-md border border-line px-4 py-3' : 'py-1';
  return (
    <label className={`flex min-h-11 items-center justify-between gap-4 ${frame}`}>
      <span className={input.disabled ? 'text-muted' : ''}>
        <span className={framed ? 'block font-semibold' : ''}>{label}</span>
        {hint !== undefined && (
          <span id={id} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : id}
        checked={checked}
        aria-checked={checked}
        {...input}
      />
    </label>
  );
}
