import { zodResolver } from '@hookform/resolvers/zod';
import { loginBody } from '@inkling/contract/account';
import { Link, useLocation } from 'react-router';
import { CredentialsForm } from '../../features/account/credentials-form.tsx';
import { useLogin } from '../../features/account/sign-in.api.ts';
import { useAfterSignIn } from '../../features/account/use-after-sign-in.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useQueryString } from '../../lib/use-query-string.ts';

export const meta = () => [{ title: pageTitle('Login') }];

/** A message passed by another screen in the navigation state, for example after a password reset. */
const messageOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'message' in state && typeof state.message === 'string'
    ? state.message
    : null;

export default function Login() {
  const onSignedIn = useAfterSignIn();
  const login = useLogin();
  const passed = messageOf(useLocation().state);
  // The server does not have the navigation state, so the message is shown after hydration.
  const message = useSessionState() === 'unknown' ? null : passed;
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
      <CredentialsForm
        fields={[
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
          { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
        ]}
        resolver={zodResolver(loginBody)}
        submit={async (body) => onSignedIn(await login.mutateAsync({ body }))}
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
