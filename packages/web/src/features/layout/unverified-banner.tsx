import { X } from 'lucide-react';
import { useMe, useMeQuery, useSessionState } from '../../lib/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useResend } from '../account/resend.api.ts';
import { checkInbox, ResendButton } from '../account/resend-verification.tsx';
import { storeNotice, useNotice } from './verify-notice.ts';

/**
 * Reminds users to verify their email address. Shown from the stored state before the user is loaded, so that the layout
 * does not shift. Once dismissed, it stays hidden for the session.
 */
export function UnverifiedBanner() {
  const signedIn = useSessionState() === 'member';
  const stored = useNotice();
  // Load the user only while the notice shows: signing in loads the user anyway.
  const me = useMe(stored === 'shown');
  // Not in an effect: after sign-up the page would move once it was shown.
  const notice = me === undefined ? stored : me.verified ? null : (stored ?? 'shown');
  if (!signedIn || notice !== 'shown') return null;
  return <Banner email={me?.email} dismiss={() => storeNotice('put away')} />;
}

/** On small screens as high with one line of text as with two, which depends on the font that is loaded. */
function Banner({ email, dismiss }: { email?: string; dismiss: () => void }) {
  const resend = useResend();
  // Links open in other tabs: load the user again when this tab becomes visible.
  useMeQuery({ refetchOnWindowFocus: 'always' });
  const message = resend.failure ?? (resend.message && `${resend.message} ${checkInbox}`);
  return (
    <section
      data-email-reminder
      aria-label="Email verification"
      className="border-b border-line bg-notice text-on-notice"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-1 ps-4 pe-1 sm:gap-2 sm:py-1 sm:ps-6">
        <div className="flex min-h-13 min-w-0 flex-1 items-center gap-x-3 text-sm sm:min-h-11 sm:gap-x-4 sm:py-1.5">
          <p className="min-w-0 flex-1 wrap-anywhere max-sm:py-1.5">
            {message === null ? <Reminder email={email} /> : <span role="status">{message}</span>}
          </p>
          {resend.message === null && (
            <ResendButton
              resend={resend}
              label="Resend link"
              className="shrink-0 max-sm:border-transparent max-sm:px-1 max-sm:underline"
            />
          )}
        </div>
        <IconButton icon={X} label="Dismiss" onClick={dismiss} className="text-on-notice" />
      </div>
    </section>
  );
}

/** At most two lines on small screens. */
const Reminder = ({ email }: { email?: string }) => (
  <>
    Please verify your email address
    <span className="max-sm:hidden">
      {email === undefined ? ' using the link we sent you' : ` using the link we sent to ${email}`}
    </span>
    .
  </>
);
