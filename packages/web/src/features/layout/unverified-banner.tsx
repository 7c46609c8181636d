import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMe, useSessionState } from '../../lib/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { checkInbox, ResendButton, useResend } from '../account/resend-verification.tsx';
import { noticeOf, rememberNotice } from './verify-notice.ts';

/**
 * Reminds signed-in people whose address is not verified. It stands where it stood before the person is known
 * again, so that the page does not jump, and stays away for the session once it is put away.
 */
export function UnverifiedBanner() {
  const signedIn = useSessionState() === 'member';
  const [notice, setNotice] = useState(noticeOf);
  // Whoever signs in here is known from then on: no page has to ask for the notice's sake alone.
  const me = useMe(notice === 'shown');
  const verified = me?.verified;
  useEffect(() => {
    if (verified === undefined) return;
    setNotice((now) => (verified ? null : (now ?? 'shown')));
  }, [verified]);
  useEffect(() => rememberNotice(notice), [notice]);
  if (!signedIn || notice !== 'shown' || verified) return null;
  return <Banner email={me?.email} putAway={() => setNotice('put away')} />;
}

function Banner({ email, putAway }: { email?: string; putAway: () => void }) {
  const resend = useResend();
  useAskAgainOnReturn();
  const said = resend.failure ?? (resend.said && `${resend.said} ${checkInbox}`);
  return (
    <section aria-label="Email verification" className="border-b border-line bg-notice text-on-notice">
      <div className="mx-auto flex max-w-6xl items-center gap-1 ps-4 pe-1 sm:gap-2 sm:py-1 sm:ps-6">
        <div className="flex min-h-11 min-w-0 flex-1 items-center gap-x-3 text-sm sm:gap-x-4 sm:py-1.5">
          <p className="min-w-0 flex-1 wrap-anywhere max-sm:py-1.5">
            {said === null ? <Reminder email={email} /> : <span role="status">{said}</span>}
          </p>
          {resend.said === null && (
            <ResendButton
              resend={resend}
              label="Resend link"
              className="shrink-0 max-sm:border-transparent max-sm:px-1 max-sm:underline"
            />
          )}
        </div>
        <IconButton label="Dismiss" onClick={putAway} className="text-on-notice">
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </section>
  );
}

/** On small screens, two lines at most. */
const Reminder = ({ email }: { email?: string }) => (
  <>
    Please verify your email address
    <span className="max-sm:hidden">
      {email === undefined ? ' using the link we sent you' : ` using the link we sent to ${email}`}
    </span>
    .
  </>
);

/** Links are followed in other tabs: whoever comes back from there is asked about again. */
function useAskAgainOnReturn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({ queryKey: ['GET /auth/me'] });
    };
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [client]);
}
