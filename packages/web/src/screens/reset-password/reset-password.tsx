import { zodResolver } from '@hookform/resolvers/zod';
import { resetPasswordBody } from '@inkling/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { resetLinkQuery, useResetPassword } from '../../features/account/account.api.ts';
import { CredentialsForm, NarrowPage } from '../../features/account/credentials-form.tsx';
import { announceRestored, useVisitorsOnly } from '../../features/account/use-after-sign-in.ts';
import { ApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { buttonClass } from '../../ui/button.tsx';

export const meta = () => [{ title: pageTitle('Reset Password') }, { name: 'robots', content: 'noindex' }];

const resetMessage = 'Password reset successfully. Please log in with your new password.';

export default function ResetPassword() {
  useVisitorsOnly();
  const { token } = useParams();
  const navigate = useNavigate();
  const resetting = useResetPassword();
  const session = useSessionState();
  const link = useQuery({
    ...resetLinkQuery(token ?? ''),
    enabled: token !== undefined && session === 'visitor',
  });
  if (token === undefined)
    return (
      <BadLink
        error="Invalid reset token"
        advice="Part of the link is missing. Open it again from the email, or request a new one."
      />
    );
  // Any other failure says nothing of the link.
  if (link.error instanceof ApiError && link.error.code === 'RESET_LINK_INVALID')
    return (
      <BadLink
        error="This link doesn’t work"
        advice="It has expired or has already been used. Request a new one."
      />
    );

  const reset = async (body: { password: string; passwordConfirm: string }) => {
    const { restored } = await resetting.mutateAsync({ params: { token }, body });
    if (restored) announceRestored();
    // Replace the history entry, which contains the link's secret.
    await navigate(paths.login(), { replace: true, state: { message: resetMessage } });
  };
  return (
    <NarrowPage title="Choose a new password" lead="This will sign you out on all your other devices.">
      <CredentialsForm
        fields={[
          {
            name: 'password',
            label: 'New Password',
            type: 'password',
            autoComplete: 'new-password',
            hint: 'At least 8 characters. A few random words work well.',
          },
          {
            name: 'passwordConfirm',
            label: 'Confirm New Password',
            type: 'password',
            autoComplete: 'new-password',
          },
        ]}
        resolver={zodResolver(resetPasswordBody)}
        submit={reset}
        label="Reset Password"
        busyLabel="Resetting..."
        fallback="Failed to reset password"
      />
      <OtherWays />
    </NarrowPage>
  );
}

function OtherWays() {
  return (
    <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
      <Link to={paths.login()} className="link inline-flex min-h-6 items-center">
        Back to Login
      </Link>
      <Link to={paths.forgotPassword} className="link inline-flex min-h-6 items-center">
        Send me a new link
      </Link>
    </p>
  );
}

/** A link without its token, as when an email client breaks a long one, or one that can no longer be used. */
function BadLink({ error, advice }: { error: string; advice: string }) {
  return (
    <NarrowPage title="Choose a new password">
      <div className="space-y-4">
        <Alert>{error}</Alert>
        <p>{advice}</p>
        <Link to={paths.forgotPassword} className={`${buttonClass('primary')} w-full`}>
          Send me a new link
        </Link>
        <p>
          <Link to={paths.login()} className="link inline-flex min-h-6 items-center">
            Back to Login
          </Link>
        </p>
      </div>
    </NarrowPage>
  );
}
