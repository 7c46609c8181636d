import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string;
}

/** The classes of a text field. */
export const controlClass =
  'w-full rounded-md border border-control bg-raised px-3 py-2 text-text disabled:opacity-60 aria-invalid:border-danger';

interface FrameProps extends FieldProps {
  id: string;
  children: ReactNode;
}

/** A form control with its label above and its hint and error below. */
export function FieldFrame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}

/** The ARIA attributes that link a control to its hint and error. */
export const describedBy = (id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) => ({
  'aria-invalid': error !== undefined || undefined,
  'aria-describedby':
    [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ') ||
    undefined,
});

interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  /** Shows how many characters of `maxLength` are used. */
  counter?: boolean;
}

export function TextField({ label, hint, error, counter = false, className = '', ...rest }: TextFieldProps) {
  const id = useId();
  const input = (
    <input
      id={id}
      className={`${controlClass} min-h-11 ${className}`}
      {...describedBy(id, { hint, error })}
      {...rest}
    />
  );
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {counter && rest.maxLength !== undefined ? (
        <CountedInput max={rest.maxLength}>{input}</CountedInput>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

/** An input with the number of its characters below. Read from the element, because forms may not control its value. */
function CountedInput({ max, children }: { max: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [length, setLength] = useState(0);
  // Without dependencies: a form may change the value without an event.
  useEffect(() => setLength(box.current?.querySelector('input')?.value.length ?? 0));
  return (
    <div
      ref={box}
      onInput={({ target }) => target instanceof HTMLInputElement && setLength(target.value.length)}
    >
      {children}
      <p
        className={`mt-1 text-end text-sm tabular-nums ${length >= max ? 'text-danger-text' : 'text-muted'}`}
      >
        <span aria-hidden="true">
          {length} / {max}
        </span>
        <span className="sr-only" role="status">
          {length >= max - 10 && `${max - length} characters left`}
        </span>
      </p>
    </div>
  );
}

export function TextArea({
  label,
  hint,
  error,
  className = '',
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        dir="auto"
        className={`${controlClass} ${className}`}
        // Browsers reveal only a text area's caret, and leave the rest behind the bar at the bottom.
        onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
        {...describedBy(id, { hint, error })}
        {...rest}
      />
    </FieldFrame>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** The values and what they are called, in order. */
  names: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}

/** A select of a few values. */
export function ChoiceField<Value extends string>({ label, names, value, onChange }: ChoiceProps<Value>) {
  const options = Object.entries(names) as [Value, string][];
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find(([option]) => option === target.value);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...rest
}: FieldProps & ComponentProps<'select'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select id={id} className={`${controlClass} min-h-11`} {...describedBy(id, { hint, error })} {...rest}>
        {children}
      </select>
    </FieldFrame>
  );
}
