import type { Me } from '@inkling/contract/account';
import { bioMax, displayNameMax } from '@inkling/contract/users';
import { paths } from '../../lib/paths.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import type { ProfileForm } from './use-profile-form.ts';

/** The fields for names and bio. */
export function ProfileFields({ me, form }: { me: Me; form: ProfileForm }) {
  const { values, set, busy, errorOf } = form;
  const renamed = values.username.trim() !== me.username;
  return (
    <>
      <TextField
        label="Display name"
        hint="What others read beside your stories. Without one, it is your username."
        autoComplete="nickname"
        dir="auto"
        maxLength={displayNameMax}
        value={values.displayName}
        readOnly={busy}
        error={errorOf('displayName')}
        onChange={(event) => set('displayName', event.target.value)}
      />
      <TextField
        label="Username"
        hint={renamed ? <RenameHint before={me.username} /> : `Your page is ${paths.person(me.username)}.`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        readOnly={busy}
        error={errorOf('username')}
        onChange={(event) => set('username', event.target.value)}
      />
      <TextArea
        label="Bio"
        hint={<Counter length={values.bio.trim().length} />}
        rows={5}
        value={values.bio}
        readOnly={busy}
        error={errorOf('bio')}
        onChange={(event) => set('bio', event.target.value)}
      />
    </>
  );
}

/** Explains the effects of a new username. */
function RenameHint({ before }: { before: string }) {
  return (
    <span role="status" className="block rounded-md bg-notice px-3 py-2 text-on-notice">
      With a new username your page has a new address. Links to {paths.person(before)} lead nowhere then, and
      anybody may take the old name. You log in with the new one, or with your email address.
    </span>
  );
}

function Counter({ length }: { length: number }) {
  const over = length > bioMax;
  return (
    <span className={`tabular-nums ${over ? 'font-semibold text-danger-text' : ''}`}>
      {length} of {bioMax} characters{over && `, ${length - bioMax} too many`}
    </span>
  );
}
