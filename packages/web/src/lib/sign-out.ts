import { useQueryClient } from '@tanstack/react-query';
import { stopWrittenPages } from './page-session.ts';
import { unsubscribeDevice } from './push-registration.ts';
import { endOnServer } from './session.ts';
import { beginSigningOut, clearToken, lastToken, readToken } from './session-store.ts';

/** Limits how long signing out waits for the server. */
const signOutTimeout = () => new Promise((resolve) => setTimeout(resolve, 5000));

/** Removes what this browser keeps offline (lib/offline/service-worker.ts). */
const forgetOffline = (signedOut: string): void =>
  void navigator.serviceWorker
    ?.getRegistration()
    .then((worker) => worker?.active?.postMessage({ signedOut }));

/** Removes what this tab remembers, such as the stories that were opened in it. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser that stores nothing has nothing to remove.
  }
}

/** Ends sessions, and removes what this browser keeps of them. */
export function useSignOut() {
  const client = useQueryClient();
  const forget = (token: string): void => {
    beginSigningOut(token);
    clearToken(token);
    forgetTab();
    forgetOffline(token);
    // If another session has started, cache and subscription already belong to it.
    if (readToken() !== null) return;
    client.clear();
    // The session's end has ended it on the server, unless that could not be reached.
    void unsubscribeDevice().catch(() => undefined);
  };
  return {
    /** Signs out in this browser, even if the server cannot be reached or the session was already lost. */
    async end(): Promise<void> {
      const token = lastToken();
      if (token === null) return;
      const stopped = stopWrittenPages();
      beginSigningOut(token);
      // Before the server responds, which may take seconds, and below again: what is being kept meanwhile goes too.
      forgetOffline(token);
      await stopped;
      if (readToken() === token) await Promise.race([endOnServer(), signOutTimeout()]);
      forget(token);
    },
    /** Clears a session that the server has already ended at the user's request. */
    forget,
  };
}
