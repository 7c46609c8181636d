import type { SavedFilter } from '@inkling/contract/story-filter-schemas';
import { Check, PenLine, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Filters, filterParameters, filtersIn } from './story-filters.ts';

const NameDialog = lazyComponent(async () => (await import('./saved-filter-dialogs.tsx')).NameDialog);
const DeleteDialog = lazyComponent(async () => (await import('./saved-filter-dialogs.tsx')).DeleteDialog);

const queryOf = (filters: Filters): string =>
  new URLSearchParams(filterParameters(filters).map(([name, values]) => [name, values.join(',')])).toString();

/** As the page writes them: other programs may have saved them in another order. */
const normalized = ({ query }: SavedFilter): string => queryOf(filtersIn(new URLSearchParams(query)));

const useSaved = () => useMe(false)?.readingPreferences.savedFilters;

interface SaveProps {
  filters: Filters;
  /** Gets the focus once they are saved. */
  returnTo: RefObject<HTMLElement | null>;
}

/** Saves the chosen filters, unless they are saved already. */
export function SaveFilters({ filters, returnTo }: SaveProps) {
  const saved = useSaved();
  const [open, setOpen] = useState(false);
  const query = queryOf(filters);
  const isSaved = saved?.some((one) => normalized(one) === query) ?? true;
  const [said, setSaid] = useState('');
  const close = (done = '') => {
    setOpen(false);
    setSaid(done);
  };
  return (
    <>
      {!isSaved && (
        <Button variant="ghost" onClick={() => setOpen(true)}>
          Save Filters
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {open && <NameDialog one={{ name: '', query }} returnTo={returnTo} onClose={close} />}
    </>
  );
}

interface Props {
  filters: Filters;
  /** `said` describes the change for screen readers. */
  onChange: (filters: Filters, said: string) => void;
}

/** The filters that the reader has saved, on any device. */
export function SavedFilters({ filters, onChange }: Props) {
  const saved = useSaved() ?? [];
  const list = useRef<HTMLUListElement>(null);
  const [dialog, setDialog] = useState<{ isRenamed: boolean; one: SavedFilter } | null>(null);
  const [said, setSaid] = useState('');
  const query = queryOf(filters);
  const close = (done = '') => {
    setDialog(null);
    setSaid(done);
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Saved filters" className="outline-none">
        {saved.map((one) => (
          <li key={one.name} className="flex items-center">
            <SavedButton one={one} query={query} onChange={onChange} />
            <IconButton
              icon={PenLine}
              label={`Rename “${one.name}”`}
              onClick={() => setDialog({ isRenamed: true, one })}
            />
            <IconButton
              icon={Trash2}
              label={`Delete “${one.name}”`}
              onClick={() => setDialog({ isRenamed: false, one })}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      {dialog?.isRenamed === true && <NameDialog one={dialog.one} returnTo={list} onClose={close} />}
      {dialog?.isRenamed === false && <DeleteDialog one={dialog.one} returnTo={list} onClose={close} />}
    </>
  );
}

function SavedButton({
  one,
  query,
  onChange,
}: {
  one: SavedFilter;
  query: string;
  onChange: Props['onChange'];
}) {
  const isChosen = normalized(one) === query;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-start hover:bg-sunken aria-pressed:font-semibold"
      onClick={() => onChange(filtersIn(new URLSearchParams(one.query)), `Filters “${one.name}” applied`)}
    >
      <bdi className="min-w-0 wrap-anywhere">{one.name}</bdi>
      {isChosen && <Check aria-hidden="true" className="size-4 shrink-0" />}
    </button>
  );
}
