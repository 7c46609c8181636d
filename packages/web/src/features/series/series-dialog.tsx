import { seriesLimits } from '@inkling/contract/limits';
import { createSeries, type OwnSeries } from '@inkling/contract/series';
import { showSuccess } from '../../lib/notify.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { type SeriesValues, useCreateSeries, useUpdateSeries } from './own-series.api.ts';

interface Props {
  userId: string;
  /** Null to create one. */
  series: OwnSeries | null;
  onClose: () => void;
}

/** Names and describes a series, new or not. What is typed is stored until it has been saved or discarded. */
export function SeriesDialog({ userId, series, onClose }: Props) {
  const create = useCreateSeries(userId);
  const update = useUpdateSeries();
  const form = useSavedForm<SeriesValues>({
    storageKey: inputKey(userId, series === null ? 'new-series' : `series-${series._id}`),
    saved: { name: series?.name ?? '', description: series?.description ?? '' },
    schema: createSeries.body.omit({ _id: true }),
    checksAll: series === null,
    send: async (changes, { name, description }) => {
      if (series === null) await create.mutateAsync({ name: name.trim(), description: description.trim() });
      else await update.mutateAsync({ params: { id: series._id }, body: changes });
      showSuccess(series === null ? 'Series created.' : 'Series saved.');
      onClose();
    },
    fallback: 'Failed to save the series. Your text is still here.',
  });
  const cancel = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={series === null ? 'Create New Series' : 'Edit Series'}
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} noValidate className="space-y-5">
        <TextField label="Name" maxLength={seriesLimits.name} dir="auto" required {...form.field('name')} />
        <TextArea
          label="Description (optional)"
          rows={3}
          maxLength={seriesLimits.description}
          {...form.field('description')}
        />
        <ErrorMessages messages={form.errorMessages} />
        <div className={`flex flex-wrap justify-end gap-3 ${footerClass}`}>
          <DialogButtons
            label={series === null ? 'Create' : 'Save'}
            busyLabel={series === null ? 'Creating…' : 'Saving…'}
            busy={form.busy}
            disabled={form.values.name.trim() === ''}
            onCancel={cancel}
          />
        </div>
      </form>
    </Dialog>
  );
}
