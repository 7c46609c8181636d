import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { AppLayout } from './features/layout/app-layout.tsx';
import { PageSkeleton } from './features/layout/page-skeleton.tsx';
import { ScriptsPending } from './features/layout/scripts-pending.tsx';
import { SessionBoundary } from './features/layout/session-boundary.tsx';
import { beforePaint } from './lib/before-paint.ts';
import { trustedScriptNonce } from './lib/nonce.ts';
import { getQueryClient } from './lib/query.ts';
import { pageTitle } from './lib/titles.ts';
import { ErrorScreen } from './screens/error/error-screen.tsx';
import icon from './styles/icon.svg?inline';
import './styles/app.css';

export const meta = () => [{ title: pageTitle() }];

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The script below sets attributes on this element before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
        <script
          suppressHydrationWarning
          nonce={trustedScriptNonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script that runs before the first paint
          dangerouslySetInnerHTML={{ __html: beforePaint }}
        />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <QueryClientProvider client={getQueryClient()}>
      <ScriptsPending />
      <SessionBoundary>
        <AppLayout>
          <Outlet />
        </AppLayout>
      </SessionBoundary>
    </QueryClientProvider>
  );
}

/** Shown until the page's loader has started. */
export function HydrateFallback() {
  return (
    <QueryClientProvider client={getQueryClient()}>
      <AppLayout>
        <PageSkeleton />
      </AppLayout>
    </QueryClientProvider>
  );
}

export { ErrorScreen as ErrorBoundary };
