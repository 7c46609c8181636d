import { zodResolver } from '@hookform/resolvers/zod';
import { loginBody } from '@inkling/contract/account';
import { Link, useLocation } from 'react-router';
import { useLogin } from '../../features/account/account.api.ts';
import { CredentialsForm } from '../../features/account/credentials-form.tsx';
import { useAfterSignIn } from '../../features/account/use-after-sign-in.ts';
import { loadMemberLayout } from '../../features/layout/lazy-member-layout.tsx';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useQueryString } from '../../lib/use-query-string.ts';
import { Alert } from '../../ui/alert.tsx';

export const meta = () => [{ title: pageTitle('Login') }];

/**
 * A text passed by another screen in the navigation state: a message, for example after a password reset, or an alert
 * that says what needs a sign-in.
 */
function passedText(state: unknown, kind: 'message' | 'alert'): string | null {
  const text: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, kind) : null;
  return typeof text === 'string' ? text : null;
}

export default function Login() {
  const onSignedIn = useAfterSignIn(loadMemberLayout);
  const login = useLogin();
  const { state } = useLocation();
  // The server does not have the navigation state, so its text is shown after hydration.
  const hydrated = useSessionState() !== 'unknown';
  const message = hydrated ? passedText(state, 'message') : null;
  const alert = hydrated ? passedText(state, 'alert') : null;
  const wanted = useQueryString().get('redirect') ?? undefined;
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      <h1 className="mb-2 font-serif text-3xl">Welcome back</h1>
      <p className="mb-6 text-muted">Sign in to pick up where you left off.</p>
      {message !== null && (
        <p role="status" className="mb-4 rounded-md bg-sunken px-4 py-3">
          {message}
        </p>
      )}
      {alert !== null && (
        <div className="mb-4">
          <Alert>{alert}</Alert>
        </div>
      )}
      <CredentialsForm
        fields={[
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
          { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
        ]}
        resolver={zodResolver(loginBody)}
        submit={(body) => onSignedIn(login.mutateAsync({ body }))}
        label="Sign In"
        busyLabel="Signing in..."
        fallback="Login failed"
      >
        <p>
          <Link to={paths.forgotPassword} className="link inline-flex min-h-6 items-center">
            Forgot password?
          </Link>
        </p>
      </CredentialsForm>
      <p className="mt-6 text-muted">
        New here?{' '}
        <Link to={paths.signup(wanted)} className="link">
          Create an account
        </Link>
      </p>
    </div>
  );
}
