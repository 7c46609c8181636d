import { type Me, updatePasswordBody } from '@inkling/contract/account';
import { passwordLimits } from '@inkling/contract/limits';
import { useUpdatePassword } from '../../features/account/account.api.ts';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useSavedForm, validationErrors } from '../../features/forms/use-saved-form.ts';
import { PasswordField } from '../../ui/field.tsx';
import { CurrentPassword } from './current-password.tsx';

const empty = { oldPassword: '', newPassword: '', confirmNewPassword: '' };

function validate(values: typeof empty) {
  const found = validationErrors(updatePasswordBody, values).filter(
    ({ path }) => path !== 'confirmNewPassword',
  );
  if (values.newPassword === values.confirmNewPassword) return found;
  return [...found, { path: 'confirmNewPassword', message: 'New passwords do not match' }];
}

/** Changes the password; ends every session except this one. */
export function PasswordSection({ me }: { me: Me }) {
  const update = useUpdatePassword();
  const form = useSavedForm({
    storageKey: null,
    saved: empty,
    check: (_changes, values) => validate(values),
    send: async (_changes, values) => {
      await update.mutateAsync({ body: values });
      return 'Your password has been changed. You’re still signed in here, and signed out everywhere else.';
    },
    fallback: 'Failed to update password',
  });
  const { values, set, busy, errorOf } = form;
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    readOnly: busy,
    required: true,
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate className="space-y-6">
      <CurrentPassword username={me.username} label="Old password" {...field('oldPassword')} />
      <PasswordField
        label="New password"
        hint={`At least ${passwordLimits.min} characters. A few random words work well.`}
        autoComplete="new-password"
        {...field('newPassword')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...field('confirmNewPassword')}
      />
      <FormFooter label="Update Password" busyLabel="Updating…" state={form} discardable={false} />
    </form>
  );
}
