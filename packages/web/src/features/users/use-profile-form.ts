import type { Me } from '@inkling/contract/account';
import { profileBody } from '@inkling/contract/users';
import { inputKey } from '../../lib/stored-input.ts';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useUpdateProfile } from './users.api.ts';

export type ProfileForm = ReturnType<typeof useProfileForm>;

/** The form for names and bio, whose input is shared by all its places. `onSaved` returns the success message. */
export function useProfileForm(me: Me, onSaved: () => string | undefined) {
  const update = useUpdateProfile();
  return useSavedForm({
    storageKey: inputKey(me._id, 'profile'),
    saved: { displayName: me.displayName, username: me.username, bio: me.bio },
    schema: profileBody,
    send: async (changes) => {
      await update.mutateAsync({ body: changes });
      return onSaved();
    },
    fallback: 'Failed to update profile',
  });
}
