import { zodResolver } from '@hookform/resolvers/zod';
import { registerBody } from '@inkling/contract/account';
import { Link } from 'react-router';
import { CredentialsForm } from '../../features/account/credentials-form.tsx';
import { useRegister } from '../../features/account/sign-in.api.ts';
import { useAfterSignIn } from '../../features/account/use-after-sign-in.ts';
import { loadMemberLayout } from '../../features/layout/lazy-member-layout.tsx';
import { deviceZone } from '../../lib/device-zone.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useQueryString } from '../../lib/use-query-string.ts';

export const meta = () => [{ title: pageTitle('Sign Up') }];

export default function Signup() {
  const onSignedIn = useAfterSignIn(loadMemberLayout);
  const register = useRegister();
  const search = useQueryString();
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      <h1 className="mb-2 font-serif text-3xl">Join Inkling</h1>
      <p className="mb-6 text-muted">Free for readers and writers.</p>
      <CredentialsForm
        fields={[
          {
            name: 'username',
            label: 'Username',
            type: 'text',
            autoComplete: 'username',
            hint: 'Letters, numbers and _ . - only. Others will see this name.',
          },
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autoComplete: 'new-password',
            hint: 'At least 8 characters. A few random words work well.',
          },
          {
            name: 'passwordConfirm',
            label: 'Confirm password',
            type: 'password',
            autoComplete: 'new-password',
          },
        ]}
        resolver={zodResolver(registerBody)}
        submit={(values) =>
          onSignedIn(
            register.mutateAsync({
              body: { ...values, timeZone: deviceZone(), languages: navigator.languages.slice(0, 20) },
            }),
          )
        }
        label="Create Account"
        busyLabel="Creating account…"
        fallback="Registration failed"
      >
        <p className="text-sm text-muted">
          By creating an account you agree to the{' '}
          <Link to={paths.terms} className="link">
            Terms
          </Link>
          . Our{' '}
          <Link to={paths.privacy} className="link">
            Privacy Policy
          </Link>{' '}
          explains what we store and for how long.
        </p>
      </CredentialsForm>
      <p className="mt-6 text-muted">
        Already a member?{' '}
        <Link to={paths.login(search.get('redirect') ?? undefined)} className="link">
          Sign in
        </Link>
      </p>
    </div>
  );
}
