import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';

/** Redirects signed-in users to `destination`, without a history entry for this page. */
export function useVisitorsOnly(destination: string = paths.home): void {
  const state = useSessionState();
  const navigate = useNavigate();
  useEffect(() => {
    if (state === 'member') void navigate(destination, { replace: true });
  }, [state, destination, navigate]);
}
