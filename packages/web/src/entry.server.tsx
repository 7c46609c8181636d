import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Story } from '@inkling/contract/stories';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { serverLayout } from './features/layout/server-nav.tsx';
import { sharedPassageContext } from './features/sharing/shared-passage-context.ts';
import { authorOf, titleOf } from './features/stories/story-text.ts';
import { trustedScriptNonce } from './lib/nonce.ts';
import type { CoveredStory } from './ui/cover-design.ts';
import { CoverPicture } from './ui/cover-picture.tsx';
import { GeneratedCover, isDrawable } from './ui/generated-cover.tsx';

export { serverCallContext } from './lib/api.ts';
export { sharedPassageContext, trustedScriptNonce };

// Dynamic import, so that the browser build keeps it in a separate script.
serverLayout.parts = (await import('./features/layout/member-layout.tsx')).serverParts;

/** The link preview of a story as SVG, 1200×630; `image` is a data URL of its cover, null for the generated one. */
export const linkPreview = (story: Story, image: string | null): string =>
  renderToStaticMarkup(
    <CoverPicture
      story={{ id: story._id, title: titleOf(story), author: authorOf(story), style: story.coverStyle }}
      image={image}
    />,
  );

/** The cover of a story without an image as SVG, 1200×1600, and whether the server's fonts can draw it. */
export const generatedCover = (story: CoveredStory) => ({
  svg: renderToStaticMarkup(<GeneratedCover story={story} width={1200} />),
  isDrawable: isDrawable(story),
});

/**
 * With the hashes of the scripts that the page names, which its policy allows. Those of all scripts would make each page
 * 15 KB larger; the page's own scripts may import others ('strict-dynamic').
 */
function withOwnIntegrity(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  if (typeof manifest.sri !== 'object') return context;
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]);
  const parts = [manifest.entry, ...routes].flatMap((part) =>
    part ? [part.module, ...(part.imports ?? [])] : [],
  );
  const named = new Set([manifest.url, ...parts]);
  const sri = Object.fromEntries(Object.entries(manifest.sri).filter(([file]) => named.has(file)));
  return { ...context, manifest: { ...manifest, sri } };
}

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
      <ServerRouter context={withOwnIntegrity(context)} url={request.url} nonce={trustedScriptNonce} />,
      {
        nonce: trustedScriptNonce,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          headers.set('content-type', 'text/html; charset=utf-8');
          pipe(body);
          resolve(text(body).then((html) => new Response(html, { headers, status: failed ? 500 : status })));
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
