import { savedFilterLimits } from '@inkling/contract/limits';
import type { SavedFilter } from '@inkling/contract/story-filter-schemas';
import type { RefObject } from 'react';
import { useMe } from '../../../lib/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { DialogButtons, ErrorMessages } from '../../forms/form-footer.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { useUpdatePreferences } from '../../users/users.api.ts';

interface Props {
  one: SavedFilter;
  returnTo: RefObject<HTMLElement | null>;
  /** `done` describes what was changed. */
  onClose: (done?: string) => void;
}

/** Asks whether saved filters are to be deleted. */
export function DeleteDialog({ one: { name }, returnTo, onClose }: Props) {
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
      title={`Delete “${name}”?`}
      confirm="Delete"
      danger
      busy={update.isPending}
      onConfirm={remove}
      returnTo={returnTo}
    >
      <p>These filters will be deleted on all your devices.</p>
    </ConfirmDialog>
  );
}

/** Saves filters under a name, or under another one if they have one. */
export function NameDialog({ one, returnTo, onClose }: Props) {
  const taken = (useMe(false)?.readingPreferences.savedFilters ?? []).map(({ name }) => name);
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
    typed.trim() === one.name ||
    !taken.includes(typed.trim()) ||
    'You already have saved filters with this name.';
  return (
    <Dialog
      open
      onOpenChange={() => onClose()}
      title={isNew ? 'Save Filters' : 'Rename Filters'}
      {...(isNew && { description: 'Saved filters appear above the other filters. Only you can see them.' })}
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
