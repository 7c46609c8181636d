import type { Me } from '@inkling/contract/account';
import { useSearchParams } from 'react-router';
import { showNotice } from '../../lib/notify.ts';
import { safeRedirect } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useVisitorsOnly } from './use-visitors-only.ts';

interface NewSession {
  token: string;
  user: Me;
  /** The account was to be deleted, and this log-in has brought it back. */
  restored?: boolean;
}

export const announceRestored = (): void => showNotice('Welcome back. Your account will not be deleted.');

/** Begins a session and goes where the person wanted to go. Who is signed in already goes there at once. */
export function useAfterSignIn(): (session: NewSession) => void {
  const session = useSession();
  const [search] = useSearchParams();
  useVisitorsOnly(safeRedirect(search.get('redirect')));
  return ({ token, user, restored = false }) => {
    session.begin(token, user);
    if (restored) announceRestored();
  };
}
