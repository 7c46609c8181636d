import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadMemberLayout } from './features/layout/lazy-member-layout.tsx';
import { hasServerNav } from './features/layout/server-nav.tsx';
import { onNetworkIdle } from './lib/on-network-idle.ts';
import { readToken } from './lib/session-store.ts';
import { startClosingOnBack } from './ui/close-on-back.ts';

// In development, changes of styles are seen at once. Pages have the style sheet already (root.tsx).
if (import.meta.env.DEV) void import('./styles/app.css');
// Start loading before hydration when the server rendered the navigation.
if (readToken() !== null && hasServerNav()) loadMemberLayout().catch(() => undefined);
startClosingOnBack();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// A failed prefetch is ignored: the script is fetched again when it is needed.
onNetworkIdle(
  () =>
    void import('./features/layout/prefetch.ts')
      .then(({ prefetchScripts: fetchAhead }) => fetchAhead())
      .catch(() => undefined),
);
