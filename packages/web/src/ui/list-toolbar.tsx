import { Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface Props {
  /** What is searched, for screen readers. */
  label: string;
  placeholder: string;
  maxLength: number;
  text: string;
  onText: (text: string) => void;
  /** The width of the search field from 640 px on. */
  width: string;
  /** What narrows and sorts the list. */
  children: ReactNode;
}

/** Searches, narrows and sorts a list. */
export function ListToolbar({ label, placeholder, maxLength, text, onText, width, children }: Props) {
  const id = useId();
  return (
    <search className="mb-6 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end">
      <div className={`relative col-span-2 min-w-0 ${width}`}>
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search aria-hidden="true" className="absolute start-3 top-3 size-5 text-muted" />
        <input
          id={id}
          type="search"
          value={text}
          maxLength={maxLength}
          placeholder={placeholder}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => onText(target.value)}
          className="min-h-11 w-full rounded-md border border-control bg-raised ps-10 pe-3"
        />
      </div>
      {children}
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, name: string])[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
  /** Whether the label is beside it from 640 px on. */
  inline?: boolean;
}

/** A select of a toolbar, with its label. */
export function ToolbarChoice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange, className = '', inline = false } = props;
  const id = useId();
  return (
    <div className={`min-w-0 ${inline ? 'sm:flex sm:items-center sm:gap-2' : ''} ${className}`}>
      <label htmlFor={id} className={`mb-1 block text-sm text-muted ${inline ? 'sm:mb-0' : ''}`}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([option]) => option === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
        className={`min-h-11 w-full min-w-0 truncate rounded-md border border-control bg-raised px-3 ${inline ? 'sm:w-auto' : ''}`}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
