import type { Me } from '@inkling/contract/account';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showNotice } from '../../lib/notify.ts';
import { safeRedirect } from '../../lib/paths.ts';
import { useSession, useSessionState } from '../../lib/session.ts';

interface Arriving {
  token: string;
  user: Me;
  /** The account was to be deleted, and this log-in has brought it back. */
  restored?: boolean;
}

/** Begins a session and goes where the person wanted to go. Who is signed in already goes there at once. */
export function useArrival(): (session: Arriving) => void {
  const session = useSession();
  const state = useSessionState();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const destination = safeRedirect(search.get('redirect'));
  useEffect(() => {
    if (state === 'member') void navigate(destination, { replace: true });
  }, [state, destination, navigate]);
  return ({ token, user, restored = false }) => {
    session.begin(token, user);
    if (restored) showNotice('Welcome back. Your account will not be deleted.');
  };
}
