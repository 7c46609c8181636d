import { LoaderCircle } from 'lucide-react';
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
    <main id="main" className="grid min-h-dvh place-items-center" aria-busy="true">
      <p role="status">
        <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-muted" />
        <span className="sr-only">Loading…</span>
      </p>
    </main>
  );
}

export default function Guard() {
  return <Outlet />;
}
