import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

interface Props {
  label: string;
  action: string;
  total: number;
  onSubmit: (number: number) => void;
}

/** Asks for a chapter's number. */
export function NumberForm({ label, action, total, onSubmit }: Props) {
  const id = useId();
  const [refused, setRefused] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get('number'));
    const isThere = Number.isInteger(number) && number >= 1 && number <= total;
    setRefused(!isThere);
    if (isThere) onSubmit(number);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <input
        id={id}
        name="number"
        type="number"
        inputMode="numeric"
        aria-invalid={refused || undefined}
        aria-describedby={refused ? `${id}-error` : undefined}
        min={1}
        max={total}
        step={1}
        className="min-h-11 w-20 rounded-md border border-control bg-raised px-3 tabular-nums"
      />
      <Button type="submit">{action}</Button>
      <p id={`${id}-error`} role="alert" className="basis-full text-sm text-danger-text empty:hidden">
        {refused && `Please enter a number from 1 to ${total}.`}
      </p>
    </form>
  );
}
