import { zodResolver } from '@hookform/resolvers/zod';
import { type RegisterInput, registerBody } from '@inkling/contract/account';
import { profileLimits, siteLimits } from '@inkling/contract/limits';
import type { Registration } from '@inkling/contract/site';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { signupInvitationQuery, useRegister } from '../../features/account/account.api.ts';
import { CredentialsForm } from '../../features/account/credentials-form.tsx';
import { useAfterSignIn } from '../../features/account/use-after-sign-in.ts';
import { loadMemberLayout } from '../../features/layout/lazy-member-layout.tsx';
import { loadSite } from '../../features/site/site.api.ts';
import { languageName, useBrowserLanguages } from '../../features/stories/story-language.ts';
import { ApiError, messageOf } from '../../lib/api.ts';
import { deviceZone } from '../../lib/device-zone.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useIsHydrated, useQueryString } from '../../lib/use-query-string.ts';
import { Alert } from '../../ui/alert.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/signup.ts';

const open: Registration = { mode: 'open', question: null };

export const loader = async (args: Route.LoaderArgs) => (await loadSite(args)).registration;
/** The form works without knowing it: the server decides. */
export const clientLoader = (args: Route.ClientLoaderArgs) =>
  loadSite(args).then(
    ({ registration }) => registration,
    () => open,
  );

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

const leads: Record<Registration['mode'], string> = {
  open: 'Free for readers and writers.',
  invitation: 'You need an invitation to join this site.',
  approval: 'The people who run this site approve new accounts. We’ll email you when you can sign in.',
  closed: 'Registration is closed on this site.',
};

export default function Signup({ loaderData = open }: { loaderData?: Registration }) {
  const { mode } = loaderData;
  const search = useQueryString();
  /** What a person reads who has asked for an account. */
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      <h1 className="mb-2 font-serif text-3xl">Join Inkling</h1>
      <p className="mb-6 text-muted">{leads[mode]}</p>
      {asked !== null && (
        <p role="status" className="rounded-md bg-sunken px-4 py-3">
          {asked}
        </p>
      )}
      {asked === null && mode === 'invitation' && <Invited registration={loaderData} />}
      {asked === null && (mode === 'open' || mode === 'approval') && (
        <SignupForm registration={loaderData} onAsked={setAsked} />
      )}
      <p className="mt-6 text-muted">
        Already a member?{' '}
        <Link to={paths.login(search.get('redirect') ?? undefined)} className="link">
          Sign in
        </Link>
      </p>
    </div>
  );
}

/** The form for people whose address has the token of an invitation, after `#`, that can be used. */
function Invited({ registration }: { registration: Registration }) {
  const { hash } = useLocation();
  const token = useIsHydrated() ? hash.slice(1) : '';
  const query = useQuery({ ...signupInvitationQuery(token), enabled: token !== '' });
  if (token === '')
    return (
      <p>
        If you have one, open the link in it. If you don’t, you can{' '}
        <Link to={paths.contact} className="link">
          write to the people who run this site
        </Link>
        .
      </p>
    );
  if (query.isPending) return <TextSkeleton lines={6} />;
  if (query.isError)
    return (
      <Alert>{messageOf(query.error, 'We couldn’t check the invitation. Please reload the page.')}</Alert>
    );
  return <SignupForm registration={registration} invitation={token} />;
}

interface FormProps {
  registration: Registration;
  invitation?: string;
  /** Given what to say once an account waits for approval. */
  onAsked?: (message: string) => void;
}

function SignupForm({ registration: { mode, question }, invitation, onAsked }: FormProps) {
  const onSignedIn = useAfterSignIn(loadMemberLayout);
  const register = useRegister();
  const browser = useBrowserLanguages();
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [words, setWords] = useState('');
  const languages = chosen ?? browser;
  return (
    <CredentialsForm<RegisterInput>
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
        ...(question === null
          ? []
          : [{ name: 'answer' as const, label: question, type: 'text' as const, autoComplete: 'off' }]),
      ]}
      resolver={zodResolver(registerBody)}
      submit={(values) =>
        onSignedIn(
          register.mutateAsync({
            body: {
              ...values,
              timeZone: deviceZone(),
              languages: languages.slice(0, profileLimits.languages),
              ...(invitation !== undefined && { invitation }),
              ...(mode === 'approval' && { words }),
            },
          }),
        ).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'APPROVAL_PENDING') throw error;
          onAsked?.(error.message);
        })
      }
      label={mode === 'approval' ? 'Request an Account' : 'Create Account'}
      busyLabel={mode === 'approval' ? 'Sending…' : 'Creating account…'}
      fallback="Registration failed"
    >
      {mode === 'approval' && (
        <TextArea
          label="About you (optional)"
          hint="Tell the people who run this site about yourself, such as what you read or write."
          rows={3}
          maxLength={siteLimits.words}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
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
  );
}
