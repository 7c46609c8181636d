import { communityLimits } from '@inkling/contract/limits';
import type { Author } from '@inkling/contract/users';
import { showSuccess } from '../../lib/notify.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { displayNameOf } from '../users/display-name.ts';
import { useBan } from './people.api.ts';

interface Props {
  communityId: string;
  person: Author;
  onClose: () => void;
}

const dayMs = 86_400_000;

/** Bans a person, with a reason that they see. */
export function BanDialog({ communityId, person, onClose }: Props) {
  const ban = useBan();
  const name = displayNameOf(person);
  const form = useCallForm({
    defaultValues: { reason: '', days: '' },
    fallback: `Failed to ban ${name}.`,
    send: async ({ reason, days }) => {
      const until = days === '' ? null : new Date(serverNow() + Number(days) * dayMs).toISOString();
      await ban.mutateAsync({
        params: { id: communityId, userId: person._id },
        body: { reason: reason.trim(), until },
      });
      showSuccess(`You banned ${name}.`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Ban ${name}?`}
      description="While the ban lasts, they can’t be a member, post, like or comment here. What they’ve written stays."
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} noValidate className="space-y-4">
        <TextField
          label="Reason"
          hint="They’ll see this."
          maxLength={communityLimits.banReason}
          dir="auto"
          required
          {...form.field('reason')}
        />
        <SelectField label="Duration" {...form.register('days')}>
          <option value="">Until it’s lifted</option>
          <option value="1">1 day</option>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
          <option value="365">1 year</option>
        </SelectField>
        <ErrorMessages messages={form.errorMessages} />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons
            label="Ban"
            busyLabel="Banning…"
            busy={form.busy}
            disabled={form.watch('reason').trim() === ''}
            onCancel={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
}
