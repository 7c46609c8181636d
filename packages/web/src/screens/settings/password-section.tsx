import { zodResolver } from '@hookform/resolvers/zod';
import { type Me, updatePasswordBody } from '@inkling/contract/account';
import { passwordLimits } from '@inkling/contract/limits';
import { useUpdatePassword } from '../../features/account/account.api.ts';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { CurrentPassword } from './current-password.tsx';

const empty = { oldPassword: '', newPassword: '', confirmNewPassword: '' };

const check = zodResolver(updatePasswordBody, undefined, { raw: true });
const resolver: typeof check = async (...input) => {
  const result = await check(...input);
  const mismatch = result.errors.confirmNewPassword;
  if (mismatch) mismatch.message = 'New passwords do not match';
  return result;
};

/** Changes the password; ends every session except this one. */
export function PasswordSection({ me }: { me: Me }) {
  const update = useUpdatePassword();
  const form = useCallForm({
    defaultValues: empty,
    resolver,
    send: async (body) => {
      await update.mutateAsync({ body });
      form.reset(empty);
      return 'Your password has been changed. You’re still signed in here, and signed out everywhere else.';
    },
    fallback: 'Failed to update password',
  });
  const field = (name: keyof typeof empty) => ({ required: true, ...form.field(name) });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-6">
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
      <FormFooter label="Update Password" busyLabel="Updating…" state={form} />
    </form>
  );
}
