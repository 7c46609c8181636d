import { type ClientLoaderFunctionArgs, Outlet, redirect } from 'react-router';
import { readToken } from '../../lib/session-store.ts';

/** Pages for signed-in people alone: a visitor is sent to the landing page, which says why and leads back. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (readToken() === null) {
    const { pathname, search } = new URL(request.url);
    throw redirect(`/?open=${encodeURIComponent(pathname + search)}`);
  }
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <main id="main" className="guard-loading" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading…
      </p>
    </main>
  );
}

export default function Guard() {
  return <Outlet />;
}
