import { Spinner } from './guard.tsx';

/** Shown on a page of the reader's layout until the session and the page's data are known. */
export function PendingPage() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center" aria-busy="true">
      <Spinner />
    </main>
  );
}
