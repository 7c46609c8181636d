import type { Me } from '@inkling/contract/account';
import { FormEnd } from '../../features/forms/form-end.tsx';
import { AvatarField } from '../../features/uploads/avatar-field.tsx';
import { ProfileFields } from '../../features/users/profile-fields.tsx';
import { useProfileForm } from '../../features/users/use-profile-form.ts';
import { useSession } from '../../lib/session.ts';

/** How others see somebody: image, names, biography. */
export function ProfileSection({ me }: { me: Me }) {
  const { change } = useSession();
  const form = useProfileForm(me, () => 'Your profile has been saved.');
  return (
    <div className="space-y-8">
      <AvatarField
        person={{ id: me._id, name: me.displayName }}
        value={me.avatar}
        onChange={(avatar) => change({ avatar })}
      />
      <form ref={form.form} onSubmit={form.onSubmit} noValidate className="space-y-6">
        <ProfileFields me={me} form={form} />
        <FormEnd label="Save Profile" busyLabel="Saving…" state={form} />
      </form>
    </div>
  );
}
