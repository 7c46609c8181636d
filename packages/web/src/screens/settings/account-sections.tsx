import { zodResolver } from '@hookform/resolvers/zod';
import { type Me, updateEmailBody, updatePasswordBody } from '@inkling/contract/account';
import { passwordLimits } from '@inkling/contract/limits';
import { MailCheck, MailWarning } from 'lucide-react';
import { useUpdateEmail, useUpdatePassword, useWithdrawEmail } from '../../features/account/account.api.ts';
import { CurrentPassword } from '../../features/account/current-password.tsx';
import { useResend } from '../../features/account/resend.api.ts';
import { checkInbox, ResendButton } from '../../features/account/resend-verification.tsx';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { useSavedForm } from '../../features/forms/use-saved-form.ts';
import { localMoment } from '../../lib/moments.ts';
import { useMeQuery } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

/** The account's email address, its verification status, and a form to change it. */
export function EmailSection({ me }: { me: Me }) {
  return (
    <div className="space-y-6">
      <CurrentAddress me={me} />
      {me.pendingEmail !== null && <PendingChange address={me.pendingEmail} until={me.pendingEmailUntil} />}
      <ChangeAddress me={me} />
    </div>
  );
}

function CurrentAddress({ me }: { me: Me }) {
  const resend = useResend();
  const Icon = me.verified ? MailCheck : MailWarning;
  return (
    <div className="space-y-3">
      <p className="flex items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="block font-semibold break-words">{me.email}</span>
          <span className="text-muted">
            {me.verified
              ? 'Verified.'
              : 'Not verified yet. Open the link in the email we sent, or resend it.'}
          </span>
        </span>
      </p>
      {!me.verified && <ResendButton resend={resend} label="Resend Verification Email" />}
      {resend.failure !== null && <Alert>{resend.failure}</Alert>}
      <p role="status" className="text-muted empty:hidden">
        {resend.message && `${resend.message} ${checkInbox}`}
      </p>
    </div>
  );
}

const pollInterval = 10_000;

/** A change that waits for confirmation by link and can be withdrawn until then. */
function PendingChange({ address, until }: { address: string; until: string | null }) {
  // The link's lifetime starts when the email is sent, which is after the response.
  useMeQuery({ refetchInterval: until === null && pollInterval });
  // The notice with this button disappears, so move the focus.
  const withdraw = useWithdrawEmail(() => document.getElementById('email-title')?.focus());
  return (
    <div className="space-y-3 rounded-md bg-notice px-4 py-3 text-on-notice">
      <p className="break-words">{pendingChangeText(address, until, new Date())}</p>
      <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
        {withdraw.isPending ? 'Canceling…' : 'Cancel the change'}
      </Button>
    </div>
  );
}

function pendingChangeText(address: string, until: string | null, now: Date): string {
  const untilThen = 'Until you open it, we’ll keep using the address above.';
  if (until === null) return `A link is on its way to ${address}. ${untilThen}`;
  if (new Date(until) <= now) {
    return `The link we sent to ${address} has expired. To get a new one, request the change again.`;
  }
  return `We sent a link to ${address}. It works until ${localMoment(until)}. ${untilThen}`;
}

const empty = { email: '', password: '' };

function ChangeAddress({ me }: { me: Me }) {
  const update = useUpdateEmail();
  const form = useSavedForm({
    storageKey: inputKey(me._id, 'email'),
    secret: 'password',
    saved: empty,
    checksAll: true,
    schema: updateEmailBody,
    send: async (_changes, values) => {
      const { message } = await update.mutateAsync({ body: values });
      return message;
    },
    fallback: 'Failed to change your email address.',
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-6">
      <TextField
        label="New email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('email')}
      />
      <CurrentPassword username={me.username} hint="To confirm it’s you." {...form.field('password')} />
      <FormFooter label="Change Email" busyLabel="Changing…" state={{ ...form, discard: undefined }} />
    </form>
  );
}

const emptyPasswords = { oldPassword: '', newPassword: '', confirmNewPassword: '' };

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
    defaultValues: emptyPasswords,
    resolver,
    send: async (body) => {
      await update.mutateAsync({ body });
      form.reset(emptyPasswords);
      return 'Your password has been changed. You’re still signed in here, and signed out everywhere else.';
    },
    fallback: 'Failed to update password',
  });
  const field = (name: keyof typeof emptyPasswords) => ({ required: true, ...form.field(name) });
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
