import { reportLimits } from '@inkling/contract/limits';
import type { DecisionKind, QueueEntryDetails } from '@inkling/contract/reports';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { useEntryCalls } from '../../features/reports/reports.api.ts';
import { ApiError } from '../../lib/api.ts';
import { showSuccess } from '../../lib/notify.ts';
import { serverNow } from '../../lib/server-time.ts';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';

/** Whether a colleague was faster; the message says who did what. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'CONFLICT';

const choices: Record<DecisionKind, { name: string; meaning: string; button: string }> = {
  dismiss: {
    name: 'Dismiss',
    meaning: 'It doesn’t break the rules. The person isn’t notified.',
    button: 'Dismiss',
  },
  remove: {
    name: 'Remove',
    meaning: 'Readers no longer see it. The person gets your reason, and can appeal.',
    button: 'Remove',
  },
  warn: {
    name: 'Warn',
    meaning: 'It stays. The person gets your message, and can appeal.',
    button: 'Send the warning',
  },
  suspend: {
    name: 'Suspend the account',
    meaning: 'The person can read, but not write. They get your reason, and can appeal.',
    button: 'Suspend the account',
  },
};
/** Of what is held; a suspension is the same. */
const choicesForHeld: typeof choices = {
  ...choices,
  dismiss: { name: 'Allow', meaning: 'Readers can see it from now on.', button: 'Allow' },
  remove: {
    ...choices.remove,
    meaning: 'Readers won’t see it. The person gets your reason, and can appeal.',
  },
  warn: {
    ...choices.warn,
    meaning: 'Readers can see it from now on. The person gets your message, and can appeal.',
  },
};
const isChoice = (value: string): value is DecisionKind => Object.hasOwn(choices, value);

const dayMs = 86_400_000;

interface Values {
  measure: DecisionKind;
  /** Empty for good. */
  days: string;
  reason: string;
}

interface Props {
  entry: QueueEntryDetails;
  canSuspend: boolean;
  /** Where what is typed is stored until it is sent. */
  storageKey: string;
  /** A colleague was faster. `reason`: what was typed, for the person. */
  onConflict: (message: string, reason: string) => void;
  onDecided: () => void;
}

/** Decides about an entry, which closes it. */
export function DecisionForm({ entry, canSuspend, storageKey, onConflict, onDecided }: Props) {
  const { _id: id, person, held } = entry;
  const { decide } = useEntryCalls();
  const form = useCallForm<Values>({
    defaultValues: { measure: 'dismiss', days: '7', reason: '', ...readInput<Values>(storageKey) },
    fallback: 'Your decision wasn’t saved.',
    send: async ({ measure, days, reason }) => {
      const until =
        measure === 'suspend' && days !== ''
          ? new Date(serverNow() + Number(days) * dayMs).toISOString()
          : null;
      try {
        await decide.mutateAsync({ params: { id }, body: { measure, until, reason: reason.trim() } });
        storeInput(storageKey, null);
        showSuccess('Decision saved.');
        onDecided();
      } catch (error) {
        if (!isConflict(error)) throw error;
        onConflict(error.message, measure === 'dismiss' ? '' : reason.trim());
      }
    },
  });
  const { measure, reason } = form.watch();
  const store = () => storeInput(storageKey, form.getValues());
  const all = held === null ? choices : choicesForHeld;
  const { suspend, ...others } = all;
  const options: Record<string, { name: string; meaning: string }> =
    person === null ? { dismiss: all.dismiss } : canSuspend ? all : others;
  return (
    <form method="post" noValidate onSubmit={form.onSubmit} onChange={store} className="space-y-4">
      <RadioField
        legend="What happens?"
        options={options}
        value={measure}
        onChange={(chosen) => isChoice(chosen) && form.setValue('measure', chosen)}
      />
      {measure === 'suspend' && (
        <SelectField label="How long" {...form.register('days')}>
          <option value="1">1 day</option>
          <option value="3">3 days</option>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
          <option value="90">90 days</option>
          <option value="">For good</option>
        </SelectField>
      )}
      {measure !== 'dismiss' && (
        <TextArea
          label="Reason"
          rows={4}
          hint={
            <>
              They’ll see this as a message from{' '}
              {canSuspend ? 'the site’s team' : 'the community’s moderators'}.{' '}
              <TextCounter length={reason.trim().length} max={reportLimits.text} />
            </>
          }
          {...form.field('reason', { required: 'Please tell the person why.' })}
        />
      )}
      <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
      <Button
        type="submit"
        variant={measure === 'dismiss' ? 'primary' : 'danger'}
        busy={form.busy}
        disabled={reason.trim().length > reportLimits.text}
      >
        {form.busy ? 'Sending…' : all[measure].button}
      </Button>
    </form>
  );
}
