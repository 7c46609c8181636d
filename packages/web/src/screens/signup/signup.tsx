import { zodResolver } from '@hookform/resolvers/zod';
import { registerBody } from '@inkling/contract/account';
import { profileLimits } from '@inkling/contract/limits';
import { useState } from 'react';
import { Link } from 'react-router';
import { useRegister } from '../../features/account/account.api.ts';
import { CredentialsForm } from '../../features/account/credentials-form.tsx';
import { useAfterSignIn } from '../../features/account/use-after-sign-in.ts';
import { loadMemberLayout } from '../../features/layout/lazy-member-layout.tsx';
import { languageName, useBrowserLanguages } from '../../features/stories/story-language.ts';
import { deviceZone } from '../../lib/device-zone.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useQueryString } from '../../lib/use-query-string.ts';

export const meta = () => [{ title: pageTitle('Sign Up') }];

const LanguagesField = lazyComponent(
  async () => (await import('../../features/stories/labels/languages-field.tsx')).LanguagesField,
);

/** The browser's languages, which can be changed before they are saved with the account. */
function Languages(props: { value: string[]; isChosen: boolean; onChange: (languages: string[]) => void }) {
  const { value, isChosen, onChange } = props;
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="font-semibold">Languages you read</span>
          <span className="block min-h-[1lh] text-muted">
            {isChosen && value.length === 0 ? 'All languages' : value.map(languageName).join(', ')}
          </span>
        </span>
        <span className="link">{open ? 'Done' : 'Change'}</span>
      </summary>
      <div className="mt-2">
        {open && <LanguagesField legend="Which languages do you read?" value={value} onChange={onChange} />}
      </div>
    </details>
  );
}

export default function Signup() {
  const onSignedIn = useAfterSignIn(loadMemberLayout);
  const register = useRegister();
  const search = useQueryString();
  const browser = useBrowserLanguages();
  const [chosen, setChosen] = useState<string[] | null>(null);
  const languages = chosen ?? browser;
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
              body: {
                ...values,
                timeZone: deviceZone(),
                languages: languages.slice(0, profileLimits.languages),
              },
            }),
          )
        }
        label="Create Account"
        busyLabel="Creating account…"
        fallback="Registration failed"
      >
        <Languages value={languages} isChosen={chosen !== null} onChange={setChosen} />
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
