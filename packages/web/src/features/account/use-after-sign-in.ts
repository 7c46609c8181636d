import type { Me } from '@inkling/contract/account';
import { useSearchParams } from 'react-router';
import { showNotice } from '../../lib/notify.ts';
import { safeRedirect } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { withFragment } from '../../lib/wanted-fragment.ts';
import { useVisitorsOnly } from './use-visitors-only.ts';

interface NewSession {
  token: string;
  user: Me;
  /** The account was scheduled for deletion, and this sign-in has restored it. */
  restored?: boolean;
}

export const announceRestored = (): void => showNotice('Welcome back. Your account won’t be deleted.');

/** Starts a session and redirects to the requested page. Signed-in users are redirected immediately. */
export function useAfterSignIn(): (session: NewSession) => void {
  const session = useSession();
  const [search] = useSearchParams();
  useVisitorsOnly(withFragment(safeRedirect(search.get('redirect'))));
  return ({ token, user, restored = false }) => {
    session.begin(token, user);
    if (restored) announceRestored();
  };
}
