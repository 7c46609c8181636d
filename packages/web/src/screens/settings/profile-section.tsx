import type { Me } from '@inkling/contract/account';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { AvatarField } from '../../features/uploads/avatar-field.tsx';
import { ProfileFields } from '../../features/users/profile-fields.tsx';
import { useProfileForm } from '../../features/users/use-profile-form.ts';

/** The public profile: image, names and biography. */
export function ProfileSection({ me }: { me: Me }) {
  const form = useProfileForm(me, () => 'Your profile has been saved.');
  return (
    <div className="space-y-8">
      <AvatarField person={{ id: me._id, name: me.displayName }} value={me.avatar} />
      <form onSubmit={form.onSubmit} noValidate className="space-y-6">
        <ProfileFields me={me} form={form} />
        <FormFooter label="Save Profile" busyLabel="Saving…" state={form} />
      </form>
    </div>
  );
}
