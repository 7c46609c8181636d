import type { Me } from '@inkling/contract/account';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { safeRedirect } from '../../lib/paths.ts';
import { useSession, useSessionState } from '../../lib/session.ts';

/** Begins a session and goes where the person wanted to go. Who is signed in already goes there at once. */
export function useArrival(): (session: { token: string; user: Me }) => void {
  const session = useSession();
  const state = useSessionState();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const destination = safeRedirect(search.get('redirect'));
  useEffect(() => {
    if (state === 'member') void navigate(destination, { replace: true });
  }, [state, destination, navigate]);
  return ({ token, user }) => session.begin(token, user);
}
