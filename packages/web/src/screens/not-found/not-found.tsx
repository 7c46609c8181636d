import { data, redirect } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { readToken } from '../../lib/session-store.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Unknown paths redirect to /home with a session and to / without one. Without scripts the page is a 404. */
export const loader = () => data(null, { status: 404 });

export function clientLoader() {
  throw redirect(readToken() === null ? paths.landing : paths.home);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 text-center">
      <div>
        <title>Page not found - Inkling</title>
        <h1 className="font-serif text-3xl">Page not found</h1>
        <p className="mt-3 text-muted">There’s nothing at this address.</p>
        <p className="mt-6">
          <a href={paths.landing} className={buttonClass('primary')}>
            Back to Home
          </a>
        </p>
        <p className="mt-2">
          <a href={paths.featured} className="link inline-flex min-h-11 items-center">
            Featured Stories
          </a>
        </p>
      </div>
    </main>
  );
}

export default function NotFound() {
  return <HydrateFallback />;
}
