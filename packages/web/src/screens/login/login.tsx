import { zodResolver } from '@hookform/resolvers/zod';
import { loginBody } from '@inkling/contract/account';
import { Link, useLocation } from 'react-router';
import { CredentialsForm } from '../../features/account/credentials-form.tsx';
import { useAfterSignIn } from '../../features/account/use-after-sign-in.ts';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useQueryString } from '../../lib/use-query-string.ts';

export const meta = () => [{ title: pageTitle('Login') }];

/** What another screen left to be said here, such as after a reset of the password. */
const messageOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'message' in state && typeof state.message === 'string'
    ? state.message
    : null;

export default function Login() {
  const arrive = useAfterSignIn();
  const left = messageOf(useLocation().state);
  // The server knows nothing of what a page was left: it is shown once the page is hydrated.
  const message = useSessionState() === 'unknown' ? null : left;
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
        submit={async (body) => arrive(await call('POST /auth/login', { body }))}
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
