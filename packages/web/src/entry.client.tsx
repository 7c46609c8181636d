import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isDrawn } from './features/frame/drawn.tsx';
import { fetchMemberParts } from './features/frame/lazy-member-layout.tsx';
import { readToken } from './lib/session-store.ts';
import { whenQuiet } from './lib/when-quiet.ts';

// At once where the page has the frame, and not only when it is drawn.
if (readToken() !== null && isDrawn()) fetchMemberParts().catch(() => undefined);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// What does not come now comes when it is needed.
whenQuiet(
  () =>
    void import('./features/frame/fetch-ahead.ts')
      .then(({ fetchAhead }) => fetchAhead())
      .catch(() => undefined),
);
