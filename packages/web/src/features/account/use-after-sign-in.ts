import type { Me } from '@inkling/contract/account';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showNotice } from '../../lib/notify.ts';
import { paths, safeRedirect } from '../../lib/paths.ts';
import { useSession, useSessionState } from '../../lib/session.ts';
import { withFragment } from '../../lib/wanted-fragment.ts';

/** Redirects signed-in users to `destination`, without a history entry for this page. */
export function useVisitorsOnly(destination: string = paths.home): void {
  const state = useSessionState();
  const navigate = useNavigate();
  useEffect(() => {
    if (state === 'member') void navigate(destination, { replace: true });
  }, [state, destination, navigate]);
}

interface NewSession {
  token: string;
  user: Me;
  /** The account was scheduled for deletion, and this sign-in has restored it. */
  restored?: boolean;
}

export const announceRestored = (): void => showNotice('Welcome back. Your account won’t be deleted.');

/**
 * Starts the requested session and redirects to the wanted page. Signed-in users are redirected immediately.
 * `loadLayout`: the next page would move if its navigation came later.
 */
export function useAfterSignIn(
  loadLayout: () => Promise<unknown>,
): (request: Promise<NewSession>) => Promise<void> {
  const session = useSession();
  const [search] = useSearchParams();
  useVisitorsOnly(withFragment(safeRedirect(search.get('redirect'))));
  return async (request) => {
    const layout = loadLayout().catch(() => undefined);
    const { token, user, restored = false } = await request;
    await layout;
    session.begin(token, user);
    if (restored) announceRestored();
  };
}
