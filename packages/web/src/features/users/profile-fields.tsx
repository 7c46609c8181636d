import type { Me } from '@inkling/contract/account';
import { profileLimits } from '@inkling/contract/limits';
import { profileBody } from '@inkling/contract/users';
import { paths } from '../../lib/paths.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useUpdateProfile } from './users.api.ts';

type ProfileForm = ReturnType<typeof useProfileForm>;

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

/** The fields for names and bio. */
export function ProfileFields({ me, form }: { me: Me; form: ProfileForm }) {
  const { values, field } = form;
  const renamed = values.username.trim() !== me.username;
  return (
    <>
      <TextField
        label="Display name"
        hint="Shown with your stories. If empty, your username is shown."
        autoComplete="nickname"
        dir="auto"
        maxLength={profileLimits.displayName}
        {...field('displayName')}
      />
      <TextField
        label="Username"
        hint={
          renamed ? <RenameHint before={me.username} /> : `Your profile is at ${paths.person(me.username)}.`
        }
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <TextArea
        label="Bio"
        hint={<TextCounter length={values.bio.trim().length} max={profileLimits.bio} />}
        rows={5}
        {...field('bio')}
      />
    </>
  );
}

/** Explains the effects of a new username. */
function RenameHint({ before }: { before: string }) {
  return (
    <span role="status" className="block rounded-md bg-notice px-3 py-2 text-on-notice">
      A new username changes your profile’s address. Links to {paths.person(before)} will lead there, and no
      one else can take your old names. You’ll sign in with the new username or your email address.
    </span>
  );
}
