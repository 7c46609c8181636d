import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPasswordBody } from '@inkling/contract/account';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useForgotPassword } from '../../features/account/account.api.ts';
import { CredentialsForm, NarrowPage } from '../../features/account/credentials-form.tsx';
import { useVisitorsOnly } from '../../features/account/use-after-sign-in.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';

export const meta = () => [{ title: pageTitle('Forgot Password') }];

export default function ForgotPassword() {
  useVisitorsOnly();
  const request = useForgotPassword();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <Sent email={sentTo} again={() => setSentTo(null)} />;
  return (
    <NarrowPage
      title="Forgot your password?"
      lead="Enter your email address, and we’ll send you a link to choose a new one."
    >
      <CredentialsForm
        fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'email' }]}
        resolver={zodResolver(forgotPasswordBody)}
        submit={async (body) => {
          await request.mutateAsync({ body });
          setSentTo(body.email);
        }}
        label="Send reset link"
        busyLabel="Sending..."
        fallback="Failed to send reset email"
      />
      <p className="mt-6 text-muted">
        Remembered it?{' '}
        <Link to={paths.login()} className="link">
          Sign in
        </Link>
      </p>
    </NarrowPage>
  );
}

/** Shows the same text whether or not the account exists. */
function Sent({ email, again }: { email: string; again: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus has been removed.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 text-center sm:py-16">
      <MailCheck aria-hidden="true" className="mx-auto mb-4 size-12 text-accent-text" />
      <h1 ref={heading} tabIndex={-1} className="mb-3 font-serif text-3xl outline-none">
        Check your email
      </h1>
      {/* The specification prescribes this text, including the straight apostrophe. */}
      <p className="wrap-anywhere">{`We've sent a password reset link to ${email}`}</p>
      <p className="mt-3 text-muted">
        The link works once and expires after an hour. If nothing arrives in a few minutes, check your spam
        folder, and make sure this is the address you signed up with. We send up to three links every 12
        hours.
      </p>
      <p className="mt-8">
        <Link to={paths.login()} className={`${buttonClass('primary')} w-full`}>
          Back to Login
        </Link>
      </p>
      <p className="mt-3">
        <button type="button" onClick={again} className="link min-h-11">
          Use another address
        </button>
      </p>
    </div>
  );
}
