import { collectionLimits } from '@inkling/contract/limits';
import { footerClass } from '../../ui/dialog-footer.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import type { useSavedForm } from '../forms/use-saved-form.ts';
import type { NewCollection } from './collections.api.ts';
import { visibilities } from './visibility.tsx';

interface Props {
  form: ReturnType<typeof useSavedForm<NewCollection>>;
  onClose: () => void;
  /** The texts of the button that saves, and of it while it does. */
  submit: string;
  submitting: string;
}

/** The form of a new collection and of an existing one. Cancel discards what is typed. */
export function CollectionForm({ form, onClose, submit, submitting }: Props) {
  const { values, busy } = form;
  const cancel = () => {
    form.discard();
    onClose();
  };
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-5">
      <TextField label="Name" maxLength={collectionLimits.name} dir="auto" required {...form.field('name')} />
      <TextArea
        label="Description (optional)"
        rows={3}
        maxLength={collectionLimits.description}
        {...form.field('description')}
      />
      <RadioField
        legend="Who can see it"
        options={visibilities}
        value={values.visibility}
        onChange={(visibility) => form.setValue('visibility', visibility, { shouldDirty: true })}
      />
      <ErrorMessages messages={form.errorMessages} />
      <div className={`flex flex-wrap justify-end gap-3 ${footerClass}`}>
        <DialogButtons
          label={submit}
          busyLabel={submitting}
          busy={busy}
          disabled={values.name.trim() === ''}
          onCancel={cancel}
        />
      </div>
    </form>
  );
}
