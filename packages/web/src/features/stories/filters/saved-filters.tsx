import { savedFilterLimits } from '@inkling/contract/limits';
import type { SavedFilter } from '@inkling/contract/story-filter-schemas';
import { Check, PenLine, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DialogButtons, ErrorMessages } from '../../forms/form-footer.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { useUpdatePreferences } from '../../users/users.api.ts';
import { type Filters, filterParameters, filtersIn } from './story-filters.ts';

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
      onClick={() => onChange(filtersIn(new URLSearchParams(one.query)), `Filters “${one.name}” chosen`)}
    >
      <bdi className="min-w-0 wrap-anywhere">{one.name}</bdi>
      {isChosen && <Check aria-hidden="true" className="size-4 shrink-0" />}
    </button>
  );
}

interface DialogProps {
  one: SavedFilter;
  returnTo: RefObject<HTMLElement | null>;
  /** `done` describes what was changed. */
  onClose: (done?: string) => void;
}

function DeleteDialog({ one: { name }, returnTo, onClose }: DialogProps) {
  const update = useUpdatePreferences();
  const remove = () =>
    update.mutate(
      { body: { removeFilters: [name] } },
      { onSuccess: () => onClose(`Deleted “${name}”`), onError: () => onClose() },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={() => onClose()}
      title={`Delete the filters “${name}”?`}
      confirm="Delete"
      danger
      busy={update.isPending}
      onConfirm={remove}
      returnTo={returnTo}
    >
      <p>They’re deleted on all your devices.</p>
    </ConfirmDialog>
  );
}

/** Saves filters under a name, or under another one if they have one. */
function NameDialog({ one, returnTo, onClose }: DialogProps) {
  const taken = (useSaved() ?? []).map(({ name }) => name);
  const fallback = 'The filters couldn’t be saved. Please try again.';
  const update = useUpdatePreferences({ fallback, errors: 'inline' });
  const isNew = one.name === '';
  const form = useCallForm({
    defaultValues: { name: one.name },
    fallback,
    send: async ({ name: typed }) => {
      const name = typed.trim();
      const removeFilters = isNew ? [] : [one.name];
      if (name !== one.name)
        await update.mutateAsync({ body: { saveFilters: [{ ...one, name }], removeFilters } });
      onClose(`Saved as “${name}”`);
    },
  });
  const validate = (typed: string) =>
    typed.trim() === one.name || !taken.includes(typed.trim()) || 'You already have filters with this name.';
  return (
    <Dialog
      open
      onOpenChange={() => onClose()}
      title={isNew ? 'Save Filters' : 'Rename Filters'}
      {...(isNew && { description: 'You’ll find them above the other filters. Only you can see them.' })}
      initialFocus="field"
      returnTo={returnTo}
    >
      <form onSubmit={form.onSubmit} className="space-y-5">
        <TextField
          label="Name"
          dir="auto"
          required
          pattern=".*\S.*"
          maxLength={savedFilterLimits.name}
          onFocus={(event) => event.currentTarget.select()}
          {...form.field('name', { validate })}
        />
        <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label="Save" busyLabel="Saving…" busy={form.busy} onCancel={() => onClose()} />
        </div>
      </form>
    </Dialog>
  );
}
