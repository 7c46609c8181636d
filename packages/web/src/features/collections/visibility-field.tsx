import { type CollectionVisibility, collectionVisibility } from '@inkling/contract/collections';
import { useId } from 'react';
import { visibilities } from './visibility.tsx';

interface Props {
  value: CollectionVisibility;
  onChange: (visibility: CollectionVisibility) => void;
}

/** Chooses who can see a collection. */
export function VisibilityField({ value, onChange }: Props) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Who can see it</legend>
      {collectionVisibility.options.map((visibility) => (
        <label key={visibility} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type="radio"
            name={id}
            className="mt-0.5 size-5 shrink-0 accent-(--accent)"
            checked={value === visibility}
            onChange={() => onChange(visibility)}
            aria-labelledby={`${id}-${visibility}-name`}
            aria-describedby={`${id}-${visibility}`}
          />
          <span>
            <span id={`${id}-${visibility}-name`} className="block">
              {visibilities[visibility].name}
            </span>
            <span id={`${id}-${visibility}`} className="block text-sm text-muted">
              {visibilities[visibility].meaning}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
