import type { Genre } from '@inkling/contract/genres';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFocusNeighbour } from './use-focus-neighbour.ts';

interface Props {
  chosen: Genre[];
  onRemove: (id: string) => void;
  onClear: () => void;
}

/** The chosen genres, with buttons to remove one or all of them. */
export function ChosenGenres({ chosen, onRemove, onClear }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const summary = useRef<HTMLParagraphElement>(null);
  const keepFocus = useFocusNeighbour(list, summary);
  const { length } = chosen;
  return (
    <div className="rounded-md bg-sunken p-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p ref={summary} role="status" tabIndex={-1}>
          {length === 0 ? 'None selected.' : `${length} ${length === 1 ? 'genre' : 'genres'} selected`}
        </p>
        {length > 0 && (
          <Button
            variant="ghost"
            onClick={() => {
              keepFocus(0);
              onClear();
            }}
          >
            Clear All
          </Button>
        )}
      </div>
      {length > 0 && (
        <ul ref={list} aria-label="Selected genres" className="mt-2 flex flex-wrap gap-2">
          {chosen.map(({ _id, name }, index) => (
            <li key={_id}>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  keepFocus(index);
                  onRemove(_id);
                }}
                className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised ps-4 pe-3 hover:border-control"
              >
                {name}
                <X aria-hidden="true" className="size-4 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
