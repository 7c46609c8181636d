import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadMemberLayout } from './features/layout/lazy-member-layout.tsx';
import { hasServerNav } from './features/layout/server-nav.tsx';
import { onNetworkIdle } from './lib/on-network-idle.ts';
import { readToken } from './lib/session-store.ts';

// At once where the page has the frame, and not only when it is drawn.
if (readToken() !== null && hasServerNav()) loadMemberLayout().catch(() => undefined);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// What does not come now comes when it is needed.
onNetworkIdle(
  () =>
    void import('./features/layout/prefetch.ts')
      .then(({ prefetchScripts: fetchAhead }) => fetchAhead())
      .catch(() => undefined),
);
