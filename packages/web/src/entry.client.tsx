import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadMemberLayout } from './features/layout/lazy-member-layout.tsx';
import { hasServerNav } from './features/layout/server-nav.tsx';
import { onNetworkIdle } from './lib/on-network-idle.ts';
import { startWrittenPages, stopWrittenPages } from './lib/page-session.ts';
import { getQueryClient } from './lib/query.ts';
import { onTokenChange, readToken } from './lib/session-store.ts';
import { isWritten, takeWritten } from './lib/written-page.tsx';
import stylesUrl from './styles/app.css?url';
import { startClosingOnBack } from './ui/close-on-back.ts';

// In development, changes of styles are seen at once. Pages have the style sheet already (root.tsx).
if (import.meta.env.DEV) void import('./styles/app.css');
/** The layout's script: a written page shows all of it from the start, others need it soon if they have a member's navigation. */
const layout =
  isWritten() || (readToken() !== null && hasServerNav())
    ? loadMemberLayout().catch(() => undefined)
    : undefined;
startClosingOnBack();
const hydrate = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
if (isWritten()) {
  takeWritten(getQueryClient());
  // Not awaited by this module, which the layout's script waits for.
  void layout?.then(hydrate);
} else hydrate();

/** Pages come written for the session from the next one on; without it, none does. */
const followSession = (): void => {
  const token = readToken();
  void (token === null ? stopWrittenPages() : startWrittenPages(token, stylesUrl)).catch(() => undefined);
};
onTokenChange(followSession);
// Soon, because the next page may be opened soon, but after what this page needs to be shown.
const onIdle = globalThis.requestIdleCallback ?? setTimeout;
if (document.readyState === 'complete') onIdle(followSession);
else addEventListener('load', () => onIdle(followSession), { once: true });

// A failed prefetch is ignored: the script is fetched again when it is needed.
onNetworkIdle(
  () =>
    void import('./features/layout/prefetch.ts')
      .then(({ prefetchScripts: fetchAhead }) => fetchAhead())
      .catch(() => undefined),
);
