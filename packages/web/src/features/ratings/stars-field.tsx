import { Star } from 'lucide-react';
import { useId, useState } from 'react';

const names = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'];

interface Props {
  legend: string;
  /** 0 before a choice. */
  value: number;
  onChange: (stars: number) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** Five stars as a group of radio buttons: the arrow keys choose, as does a press. */
export function StarsField({ legend, value, onChange, error, disabled = false }: Props) {
  const id = useId();
  const [pointed, setPointed] = useState(0);
  const shown = pointed || value;
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      onPointerLeave={() => setPointed(0)}
    >
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <div className="-ms-2 flex">
          {names.map((name, index) => {
            const stars = index + 1;
            return (
              <label
                key={name}
                className="grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus"
                // Not onPointerEnter: stars that appear below a resting mouse would show its star instead of the value.
                onPointerMove={({ pointerType }) => pointerType === 'mouse' && setPointed(stars)}
              >
                <input
                  type="radio"
                  name={id}
                  className="sr-only"
                  checked={value === stars}
                  onChange={() => onChange(stars)}
                />
                <Star
                  aria-hidden="true"
                  className={`size-7 ${stars <= shown ? 'fill-accent text-accent' : 'text-control'}`}
                />
                <span className="sr-only">{name}</span>
              </label>
            );
          })}
        </div>
        <span aria-hidden="true" className="text-muted">
          {names[shown - 1]}
        </span>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
