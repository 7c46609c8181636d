import type { Me } from '@inkling/contract/account';
import { bioMax, displayNameMax, profileBody } from '@inkling/contract/users';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, call, messageOf } from '../../lib/api.ts';
import { formKey, keepForm, readKept } from '../../lib/kept-form.ts';
import { showSuccess } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';

type Values = Pick<Me, 'displayName' | 'username' | 'bio'>;
type Errors = Partial<Record<string, string>>;

const names = ['displayName', 'username', 'bio'] as const;

/** Of what was typed the fields that differ from what the server has. */
const changesOf = (typed: Values, me: Me): Partial<Values> =>
  Object.fromEntries(names.filter((name) => typed[name] !== me[name]).map((name) => [name, typed[name]]));

/** What was typed and not saved, here or in the settings, over what the server has. */
function begun(me: Me): Values {
  const kept = readKept<Values>(formKey(me._id, 'profile')) ?? {};
  const of = (name: keyof Values): string => {
    const typed = kept[name];
    return typeof typed === 'string' ? typed : me[name];
  };
  return { displayName: of('displayName'), username: of('username'), bio: of('bio') };
}

const firstOfEach = (faults: { path: PropertyKey | PropertyKey[]; message: string }[]): Errors => {
  const errors: Errors = {};
  for (const { path, message } of faults) errors[String(Array.isArray(path) ? path[0] : path)] ??= message;
  return errors;
};

/** Changes names and biography; what is typed outlives a refusal, a reload and an ended session. */
export function EditProfileDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const session = useSession();
  const [values, setValues] = useState(() => begun(me));
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const changes = changesOf(values, me);

  const set = (name: keyof Values, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    const left = changesOf(next, me);
    keepForm(formKey(me._id, 'profile'), Object.keys(left).length === 0 ? null : left);
  };
  const refuse = (found: Errors, message: string | null) => {
    setErrors(found);
    setRefusal(message);
    const first = names.find((name) => found[name] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  // Closing the window in another way than by these keeps what was typed for the next time.
  const forget = () => {
    keepForm(formKey(me._id, 'profile'), null);
    onClose();
  };

  const save = async () => {
    const { error } = profileBody.safeParse(changes);
    if (error) return refuse(firstOfEach(error.issues), null);
    refuse({}, null);
    setBusy(true);
    try {
      const { data } = await call('PATCH /users/profile/me', { body: changes });
      session.change(data);
      showSuccess('Your profile is saved.');
      forget();
    } catch (failure) {
      // An ended session is told by the frame.
      if (failure instanceof ApiError && failure.status === 401) return;
      const fields = failure instanceof ApiError ? firstOfEach(failure.fields) : {};
      refuse(fields, messageOf(failure, 'Failed to update profile'));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    readOnly: busy,
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });

  return (
    <Dialog open onOpenChange={onClose} title="Edit Profile">
      <form ref={form} onSubmit={onSubmit} noValidate className="space-y-5">
        {refusal !== null && <Alert>{refusal}</Alert>}
        <TextField
          label="Display name"
          hint="What others read beside your stories. Without one, it is your username."
          autoComplete="nickname"
          dir="auto"
          maxLength={displayNameMax}
          {...field('displayName')}
        />
        <TextField
          label="Username"
          hint={
            values.username.trim() === me.username
              ? `Your page is ${paths.person(me.username)}.`
              : 'With a new username your page has a new address, and links to the old one lead nowhere.'
          }
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <TextArea
          label="Bio"
          hint={`${values.bio.trim().length} of ${bioMax} characters`}
          rows={5}
          {...field('bio')}
        />
        <p className="text-sm text-muted">
          Your image and your time zone are in the{' '}
          <Link to={paths.settings} className="link">
            settings
          </Link>
          .
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={forget}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
