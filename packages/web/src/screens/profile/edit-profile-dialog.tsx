import type { Me } from '@inkling/contract/account';
import { Link } from 'react-router';
import { DialogButtons, ErrorMessages } from '../../features/forms/form-footer.tsx';
import { SignedOutDialog } from '../../features/layout/session-lost.tsx';
import { ProfileFields, useProfileForm } from '../../features/users/profile-fields.tsx';
import { showSuccess } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Edits names and biography; input survives a failed save, a reload and the end of the session. */
export function EditProfileDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const form = useProfileForm(me, () => {
    showSuccess('Your profile has been saved.');
    onClose();
  });
  // Closing the dialog any other way keeps the input for next time.
  const cancel = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title="Edit Profile">
      <form onSubmit={form.onSubmit} noValidate className="space-y-5">
        <ProfileFields me={me} form={form} />
        <p className="text-sm text-muted">
          You can change your image and time zone in{' '}
          <Link to={paths.settings} className="link">
            Settings
          </Link>
          .
        </p>
        <ErrorMessages messages={form.errorMessages} />
        <SignedOutDialog />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label="Save" busyLabel="Saving…" busy={form.busy} onCancel={cancel} />
        </div>
      </form>
    </Dialog>
  );
}
