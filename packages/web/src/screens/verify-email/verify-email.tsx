import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, MailCheck, MailWarning } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { verifyEmailQuery } from '../../features/account/account.api.ts';
import { useResend } from '../../features/account/resend.api.ts';
import { checkInbox, ResendButton } from '../../features/account/resend-verification.tsx';
import { ApiError, messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { markStale } from '../../lib/query.ts';
import { useMe, useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';

export const meta = () => [
  { title: pageTitle('Email Verification') },
  { name: 'robots', content: 'noindex' },
];

/** Navigation state that replaces the link's secret in the URL after it has been used. */
const verifiedState = { followed: true };
const isVerifiedState = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'followed' in state;

export default function VerifyEmail() {
  const { token } = useParams();
  const { state } = useLocation();
  // The server does not have the navigation state, so it is ignored until hydration.
  const hydrated = useSessionState() !== 'unknown';
  if (token !== undefined) return <TokenVerification token={token} />;
  return hydrated && isVerifiedState(state) ? <Verified title="Email verified" /> : <NoToken />;
}

/** Verifies the token on load, regardless of the session: the link belongs to the email's recipient. */
function TokenVerification({ token }: { token: string }) {
  const session = useSessionState();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isSuccess, error, refetch, isFetching } = useQuery({
    ...verifyEmailQuery(token),
    enabled: session !== 'unknown',
  });
  useEffect(() => {
    if (!isSuccess) return;
    void markStale(client, ['me']);
    void navigate(paths.verifyEmail, { replace: true, state: verifiedState });
  }, [isSuccess, client, navigate]);
  if (isSuccess) return <Verified title="Email verified" />;
  if (error === null || isFetching) return <Verifying />;
  const retryable = !(error instanceof ApiError) || error.status === 0 || error.status >= 429;
  return (
    <Message icon={MailWarning} title="That link didn’t work">
      <Alert>{messageOf(error, 'Failed to verify email')}</Alert>
      {retryable ? (
        <Button variant="primary" onClick={() => void refetch()}>
          Try again
        </Button>
      ) : (
        <NextStep afterFailure />
      )}
    </Message>
  );
}

function Verifying() {
  return (
    <Message icon={LoaderCircle} spinning title="Verifying your email address">
      <p role="status" className="text-muted">
        One moment…
      </p>
    </Message>
  );
}

function Verified({ title }: { title: string }) {
  return (
    <Message icon={MailCheck} title={title}>
      <p role="status">Thank you. Your email address is verified.</p>
      <Link to={paths.home} className={`${buttonClass('primary')} w-full`}>
        Go to Dashboard
      </Link>
    </Message>
  );
}

function NoToken() {
  const verified = useMe()?.verified;
  if (verified) return <Verified title="Your email address is verified" />;
  return (
    <Message icon={MailWarning} title="Verify your email address">
      <NextStep />
    </Message>
  );
}

/** What to do without a valid link: nothing if the address is verified, else request a new link. */
function NextStep({ afterFailure = false }: { afterFailure?: boolean }) {
  const session = useSessionState();
  const me = useMe();
  if (session === 'visitor') {
    return (
      <>
        {!afterFailure && <p>Open the link in the email we sent you. To get a new one, sign in first.</p>}
        <Link to={paths.login(paths.verifyEmail)} className={`${buttonClass('primary')} w-full`}>
          Sign In
        </Link>
      </>
    );
  }
  if (me === undefined) {
    return (
      <p role="status" className="text-muted">
        Loading…
      </p>
    );
  }
  if (!me.verified) {
    return (
      <ResendPrompt email={me.email}>
        {afterFailure ? 'We can send a new one to ' : 'Open the link we sent to '}
      </ResendPrompt>
    );
  }
  return (
    <>
      <p>Your own address, {me.email}, is already verified.</p>
      <Link to={paths.home} className={`${buttonClass('primary')} w-full`}>
        Go to Dashboard
      </Link>
    </>
  );
}

function ResendPrompt({ email, children }: { email: string; children: ReactNode }) {
  const resend = useResend();
  return (
    <>
      {resend.failure !== null && <Alert>{resend.failure}</Alert>}
      {resend.message === null ? (
        <p>
          {children}
          <strong className="wrap-anywhere">{email}</strong>.
        </p>
      ) : (
        <p role="status">{`${resend.message} ${checkInbox}`}</p>
      )}
      {resend.message === null && (
        <ResendButton resend={resend} label="Resend Verification Email" variant="primary" />
      )}
      <Link to={paths.home} className={`${buttonClass('quiet')} w-full`}>
        Later
      </Link>
    </>
  );
}

interface MessageProps {
  icon: typeof MailCheck;
  spinning?: boolean;
  title: string;
  children: ReactNode;
}

function Message({ icon: Icon, spinning = false, title, children }: MessageProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-4 px-4 py-10 text-center sm:py-16">
      <Icon
        aria-hidden="true"
        className={`mx-auto size-12 text-accent-text ${spinning ? 'animate-spin' : ''}`}
      />
      <h1 className="font-serif text-3xl">{title}</h1>
      {children}
    </div>
  );
}
