import type { ImportedRow } from '@inkling/contract/library-files';
import { libraryLimits } from '@inkling/contract/limits';
import { Copy } from 'lucide-react';
import { type RefObject, useId, useMemo, useState } from 'react';
import type { CallResponse } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { showError, showSuccess } from '../../lib/notify.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { ChoiceField } from '../../ui/field.tsx';
import {
  type ImportedStories,
  nameOf,
  type Shelf,
  shelfNames,
  shelvesOf,
  sortRows,
  toImport,
} from './choices.ts';
import { FoundStories, StoryLine, useSteps } from './found-stories.tsx';

interface UncertainRowsProps {
  rows: ImportedRow[];
  chosen: ReadonlyMap<number, string>;
  onChange: (chosen: Map<number, string>) => void;
}

/** Rows that may mean another story: the reader chooses one, or none. */
function UncertainRows({ rows, chosen, onChange }: UncertainRowsProps) {
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

/** Titles that are not here, to copy. */
function MissingRows({ rows }: { rows: ImportedRow[] }) {
  const heading = useId();
  const { shown, more } = useSteps(rows);
  const copy = () =>
    navigator.clipboard.writeText(rows.map(nameOf).join('\n')).then(
      () => showSuccess('List copied.'),
      () => showError('The list couldn’t be copied. Select it and copy it yourself.'),
    );
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-center justify-between gap-x-1">
        <h2 id={heading} className="font-serif text-2xl">
          Not on Inkling ({rows.length.toLocaleString('en')})
        </h2>
        <Button variant="ghost" className="-me-4" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-5" />
          Copy<span className="sr-only"> the list</span>
        </Button>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((row) => (
          <li key={row.line} className="py-2 break-words text-muted">
            <bdi>{nameOf(row)}</bdi>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

export type Preview = CallResponse<'POST /library/import/preview'>['data'];

interface Props {
  preview: Preview;
  heading: RefObject<HTMLHeadingElement | null>;
  busy: boolean;
  error: string | null;
  onImport: (stories: ImportedStories, collections: { name: string; storyIds: string[] }[]) => void;
  onBack: () => void;
}

const stories = (count: number) => pluralize(count, 'story', 'stories');

/** Only the first number is named when it is 0. */
const summaryOf = (found: number, uncertain: number, missing: number): string =>
  [
    `${stories(found)} found`,
    uncertain > 0 && `${uncertain.toLocaleString('en')} possible ${uncertain === 1 ? 'match' : 'matches'}`,
    missing > 0 && `${missing.toLocaleString('en')} not found`,
  ]
    .filter(Boolean)
    .join(', ');

/** What a list names: found, uncertain and missing stories, to be confirmed. */
export function ImportReview({ preview, heading, busy, error, onImport, onBack }: Props) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [shelf, setShelf] = useState<Shelf>('bookmarked');
  const sorted = useMemo(() => sortRows(preview.rows), [preview.rows]);
  const isList = preview.format === 'titles';
  const wanted = toImport(sorted, { leftOut, chosen, shelf }, isList);
  const { found, inLibrary, uncertain, missing } = sorted;
  const [noShelves, setNoShelves] = useState<readonly string[]>([]);
  const shelves = shelvesOf(preview.rows, { leftOut, chosen });
  const collections = [...shelves]
    .filter(([name]) => !noShelves.includes(name))
    .map(([name, storyIds]) => ({ name, storyIds }));
  const isNothing = found.length === 0 && uncertain.length === 0 && shelves.size === 0;
  return (
    <div className="space-y-8">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
          {isNothing ? 'Nothing new to add' : 'Your list'}
        </h2>
        <p className="mt-1 max-w-prose text-muted">
          {preview.rows.length === 0
            ? 'No titles were found in this list.'
            : `${summaryOf(found.length, uncertain.length, missing.length)}.`}
          {inLibrary.length > 0 && ` ${stories(inLibrary.length)} already in your library.`}
        </p>
        {(preview.ignored.length > 0 || preview.untitled > 0) && (
          <p className="mt-1 max-w-prose text-sm break-words text-muted">
            {preview.ignored.length > 0 && `Not imported: ${preview.ignored.join(', ')}. `}
            {preview.untitled > 0 && `${pluralize(preview.untitled, 'row')} without a title.`}
          </p>
        )}
        {preview.omitted > 0 && (
          <p className="mt-3 rounded-md bg-notice px-4 py-3 text-on-notice">
            Only the first {libraryLimits.importRows.toLocaleString('en')} titles were looked up. Import the
            other {preview.omitted.toLocaleString('en')} in a separate file.
          </p>
        )}
      </div>
      {isList && !isNothing && (
        <div className="max-w-xs">
          <ChoiceField label="Add them to" names={shelfNames} value={shelf} onChange={setShelf} />
        </div>
      )}
      {found.length > 0 && (
        <FoundStories found={found} leftOut={leftOut} onChange={setLeftOut} withShelves={!isList} />
      )}
      {uncertain.length > 0 && <UncertainRows rows={uncertain} chosen={chosen} onChange={setChosen} />}
      {shelves.size > 0 && (
        <CheckboxGroup
          legend="Your shelves"
          hint="They become private collections. If you already have a collection with that name, the stories are added to it."
          options={[...shelves].map(([name, { length }]) => ({
            value: name,
            name: `${name} (${length.toLocaleString('en')})`,
          }))}
          value={collections.map(({ name }) => name)}
          onChange={(wanted) => setNoShelves([...shelves.keys()].filter((name) => !wanted.includes(name)))}
        />
      )}
      {missing.length > 0 && <MissingRows rows={missing} />}
      {error !== null && <Alert>{error}</Alert>}
      <div className="bottom-bar sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 lg:bottom-0">
        {!isNothing && (
          <Button
            variant="primary"
            busy={busy}
            disabled={wanted.length + collections.length === 0}
            onClick={() => onImport(wanted, collections)}
          >
            {busy ? 'Adding…' : `Add ${stories(wanted.length)}`}
          </Button>
        )}
        <Button onClick={onBack}>{isNothing ? 'Try another list' : 'Back'}</Button>
      </div>
    </div>
  );
}
