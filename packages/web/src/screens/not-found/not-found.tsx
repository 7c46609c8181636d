import { data, redirect } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { readToken } from '../../lib/session-store.ts';

/** Any other path goes to /home when signed in, otherwise to /; scripts off, it is a plain 404. */
export const loader = () => data(null, { status: 404 });

export function clientLoader() {
  throw redirect(readToken() === null ? paths.landing : paths.home);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <main id="main" className="error-screen">
      <title>Page not found - Inkling</title>
      <h1>Page not found</h1>
      <p>There is nothing at this address.</p>
      <p>
        <a href={paths.landing}>Back to the beginning</a>
      </p>
    </main>
  );
}

export default function NotFound() {
  return <HydrateFallback />;
}
