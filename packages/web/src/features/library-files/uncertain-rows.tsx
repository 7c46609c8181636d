import type { ImportedRow } from '@inkling/contract/library-files';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { nameOf } from './choices.ts';
import { StoryLine, useSteps } from './found-stories.tsx';

interface Props {
  rows: ImportedRow[];
  chosen: ReadonlyMap<number, string>;
  onChange: (chosen: Map<number, string>) => void;
}

/** Rows that may mean another story: the reader chooses one, or none. */
export function UncertainRows({ rows, chosen, onChange }: Props) {
  const id = useId();
  const { shown, more } = useSteps(rows);
  const choose = (line: number, story: string | null) => {
    const changed = new Map(chosen);
    if (story === null) changed.delete(line);
    else changed.set(line, story);
    onChange(changed);
  };
  /** The likeliest story of each row. */
  const firstOnes = rows.flatMap(({ line, candidates: [first] }) =>
    first === undefined ? [] : [[line, first._id] as const],
  );
  const areAllChosen = rows.every(({ line }) => chosen.has(line));
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="font-serif text-2xl">
          Possible matches ({rows.length.toLocaleString('en')})
        </h2>
        <Button
          variant="ghost"
          className="-me-4"
          onClick={() => onChange(areAllChosen ? new Map() : new Map([...firstOnes, ...chosen]))}
        >
          {areAllChosen ? 'Choose none' : 'Choose all matches'}
        </Button>
      </div>
      <p className="mt-1 mb-3 max-w-prose text-muted">
        These titles match, but the authors don’t. Are they the same books?
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((row) => (
          <li key={row.line} className="py-4">
            <fieldset>
              <legend className="mb-1 font-semibold break-words">
                <bdi>{nameOf(row)}</bdi>
              </legend>
              {row.candidates.map((story) => (
                <label key={story._id} className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
                  <input
                    type="radio"
                    name={`${id}-${row.line}`}
                    className="size-5 shrink-0 accent-accent"
                    checked={chosen.get(row.line) === story._id}
                    onChange={() => choose(row.line, story._id)}
                  />
                  <StoryLine story={story} />
                </label>
              ))}
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name={`${id}-${row.line}`}
                  className="size-5 shrink-0 accent-accent"
                  checked={!chosen.has(row.line)}
                  onChange={() => choose(row.line, null)}
                />
                None of these
              </label>
            </fieldset>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
