import { Button } from '../../ui/button.tsx';
import { type DropdownActions, OptionRow } from './option-row.tsx';
import type { QuickResults } from './quick-results.ts';

interface Props extends DropdownActions {
  results: QuickResults;
  /** The text below the options, such as why there are none. */
  note: string | null;
  /** Whether to offer a search of chapter texts. */
  offersTexts: boolean;
  listId: string;
  optionId: (key: string) => string;
  active: string | null;
}

/** The options of a search box, in groups, with its loading and failed state. */
export function SearchDropdown({ results, note, offersTexts, listId, optionId, active, ...actions }: Props) {
  const { groups, isLoading, error } = results;
  return (
    <>
      {groups.length > 0 && (
        <div id={listId} role="listbox" aria-label="Suggestions" aria-busy={isLoading || undefined}>
          {groups.map(({ name, options }) => {
            const rows = options.map((option) => (
              <OptionRow
                key={option.key}
                option={option}
                id={optionId(option.key)}
                isActive={active === option.key}
                {...actions}
              />
            ));
            return name === null ? (
              rows
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
              <div key={name} role="group" aria-label={name} className="not-first:mt-1">
                <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">
                  {name}
                </p>
                {rows}
              </div>
            );
          })}
        </div>
      )}
      {isLoading && groups.length === 0 && <Rows />}
      {error !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
          <p className="text-danger-text">{error.message}</p>
          <Button onClick={error.retry}>Try again</Button>
        </div>
      )}
      {note !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 px-3 py-1">
          <p className="py-2 text-muted">{note}</p>
          {offersTexts && <Button type="submit">Search chapter texts too</Button>}
        </div>
      )}
    </>
  );
}

/** Placeholders of options; the box itself announces that it is searching. */
const Rows = () => (
  <div aria-hidden="true" className="space-y-3 p-3">
    {['w-3/4', 'w-1/2', 'w-2/3'].map((width) => (
      <div key={width} className={`h-8 animate-pulse rounded-md bg-sunken ${width}`} />
    ))}
  </div>
);
