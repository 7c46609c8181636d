import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ScrollRestorationProps,
  useMatches,
} from 'react-router';
import { AppLayout } from './features/layout/app-layout.tsx';
import { PageSkeleton } from './features/layout/page-skeleton.tsx';
import { ScriptsPending } from './features/layout/scripts-pending.tsx';
import { SessionBoundary } from './features/layout/session-boundary.tsx';
import { beforePaint } from './lib/before-paint.ts';
import { trustedScriptNonce } from './lib/nonce.ts';
import { getQueryClient } from './lib/query.ts';
import reportFailure from './lib/report-failure.ts?script';
import { endTakeOver, sameAgain } from './lib/take-over.ts';
import { pageTitle } from './lib/titles.ts';
import { isWritten, WrittenData, writingStore, writtenKey } from './lib/written-page.tsx';
import { ErrorScreen } from './screens/error/error-screen.tsx';
import showPlace from './screens/reading/place.ts?script';
import styles from './styles/app.css?inline';
import stylesUrl from './styles/app.css?url';
import icon from './styles/icon.svg?inline';

export const meta = () => [{ title: pageTitle() }];

/** In the browser, it has run already. */
const reporting = import.meta.env.SSR && import.meta.env.PROD ? `;${reportFailure}` : '';

export function Layout({ children }: { children: ReactNode }) {
  const page = useMatches().at(-1)?.id;
  return (
    // The script below sets attributes on this element before hydration, and reports the page's id when it fails.
    <html lang="en" data-page={page} data-written={writtenKey()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
        <Styles />
        <script
          suppressHydrationWarning
          nonce={trustedScriptNonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script that runs before the first paint
          dangerouslySetInnerHTML={{ __html: beforePaint + reporting }}
        />
      </head>
      <body>
        {children}
        <WrittenData />
        <ScrollRestoration getKey={scrollKey} />
        <ShowPlace />
        <Scripts />
      </body>
    </html>
  );
}

/** Pages whose address is a secret from an email. */
const secretPages = [
  'public/screens/reset-password/reset-password',
  'public/screens/verify-email/verify-email',
  'public/screens/unsubscribe/unsubscribe',
];

/**
 * The style sheet is part of the page, so that the first paint waits for no other file; written pages link to it where the browser
 * has it. Chromium sends the page's address
 * as the referrer of fonts that such a style sheet loads, whatever the referrer policy, so secret pages link to it.
 */
function Styles() {
  const id = useMatches().at(-1)?.id ?? '';
  const [isLinked] = useState(() =>
    import.meta.env.SSR
      ? secretPages.includes(id) || writingStore.current()?.styles === stylesUrl
      : document.querySelector('head > style') === null,
  );
  // With a precedence, it comes before the scripts, which would share the connection.
  if (isLinked) return <link rel="stylesheet" href={stylesUrl} precedence="default" />;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet; in the browser, it is there already
    <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? styles : '' }} />
  );
}

const readingScreen = 'reader/screens/reading/reading';

/** The reading screen has places of its own: where its window was before it was loaded again is not found. */
const scrollKey: ScrollRestorationProps['getKey'] = ({ key }, matches) =>
  matches.at(-1)?.id === readingScreen ? [key, performance.timeOrigin].join(' ') : key;

/** Shows the reader's place in a chapter that comes with the page. */
function ShowPlace() {
  const isReading = useMatches().at(-1)?.id === readingScreen;
  if (!isReading || !isWritten()) return null;
  return (
    <script
      suppressHydrationWarning
      nonce={trustedScriptNonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script; in the browser, it has run already
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? showPlace : '' }}
    />
  );
}

export default function Root() {
  /** Above 0 once the page was rendered anew with what this browser stores. */
  const [times, setTimes] = useState(0);
  /** What had the focus before that. */
  const focused = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time it was rendered anew
  useEffect(() => {
    if (endTakeOver()) {
      focused.current = document.activeElement;
      setTimes(1);
      return;
    }
    const { current } = focused;
    if (current instanceof HTMLElement && !current.isConnected && document.activeElement === document.body)
      sameAgain(current)?.focus({ preventScroll: true });
    globalThis.takeOver?.(sameAgain);
  }, [times]);
  return (
    <QueryClientProvider client={getQueryClient()}>
      <ScriptsPending />
      <SessionBoundary key={times}>
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
