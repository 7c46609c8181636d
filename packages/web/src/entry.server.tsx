import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

import { serverLayout } from './features/layout/server-nav.tsx';
import { trustedScriptNonce } from './lib/nonce.ts';

export { serverCallContext } from './lib/api.ts';
export { trustedScriptNonce };

// Dynamic import, so that the browser build keeps it in a separate script.
serverLayout.parts = (await import('./features/layout/member-layout.tsx')).serverParts;

const renderTimeout = 10_000;

/** Renders the whole page before responding: visitors' pages are cached, so streaming gains nothing. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={context} url={request.url} nonce={trustedScriptNonce} />,
      {
        nonce: trustedScriptNonce,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          headers.set('content-type', 'text/html; charset=utf-8');
          resolve(
            new Response(createReadableStreamFromReadable(body), { headers, status: failed ? 500 : status }),
          );
          pipe(body);
        },
        onShellError: reject,
        onError() {
          failed = true;
        },
      },
    );
    const timer = setTimeout(abort, renderTimeout);
  });
}
