import type { Me } from '@inkling/contract/account';
import { profileBody } from '@inkling/contract/users';
import { formKey } from '../../lib/persisted-form.ts';
import { useSavedForm, validationErrors } from '../forms/use-saved-form.ts';
import { useUpdateProfile } from './users.api.ts';

export type ProfileForm = ReturnType<typeof useProfileForm>;

/** The form for names and bio, whose input is shared by all its places. `onSaved` returns the success message. */
export function useProfileForm(me: Me, onSaved: () => string) {
  const update = useUpdateProfile();
  return useSavedForm({
    storageKey: formKey(me._id, 'profile'),
    saved: { displayName: me.displayName, username: me.username, bio: me.bio },
    check: (changes) => validationErrors(profileBody, changes),
    send: async (changes) => {
      await update.mutateAsync({ body: changes });
      return onSaved();
    },
    fallback: 'Failed to update profile',
  });
}
