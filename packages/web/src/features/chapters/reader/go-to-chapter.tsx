import { type FormEvent, useId } from 'react';
import { Button } from '../../../ui/button.tsx';

interface Props {
  total: number;
  onGo: (number: number) => void;
}

/** From this many chapters on, typing a number is faster than the list. */
export const longListLength = 20;

/** Opens a chapter by its number. */
export function GoToChapter({ total, onGo }: Props) {
  const id = useId();
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get('number'));
    if (Number.isInteger(number) && number >= 1 && number <= total) onGo(number);
  };
  return (
    <form onSubmit={go} className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-muted">
        Go to chapter
      </label>
      <input
        id={id}
        name="number"
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={total}
        step={1}
        className="min-h-11 w-20 rounded-md border border-control bg-raised px-3 tabular-nums"
      />
      <Button type="submit">Go</Button>
    </form>
  );
}
