import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Story } from '@inkling/contract/stories';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { builtFiles } from '../built-files.ts';
import { loadMemberLayout } from './features/layout/lazy-member-layout.tsx';
import { serverLayout } from './features/layout/server-nav.tsx';
import { sharedPassageContext } from './features/sharing/shared-passage-context.ts';
import { authorOf, titleOf } from './features/stories/story-text.ts';
import type { Caller } from './lib/api.ts';
import { apiErrorOf } from './lib/api.ts';
import { trustedScriptNonce } from './lib/nonce.ts';
import { createQueryClient } from './lib/query.ts';
import { meQuery } from './lib/session.ts';
import { type Writing, writingStore } from './lib/written-page.tsx';
import type { CoveredStory } from './ui/cover-design.ts';
import { CoverPicture } from './ui/cover-picture.tsx';
import { GeneratedCover, isDrawable } from './ui/generated-cover.tsx';

export { serverCallContext } from './lib/api.ts';
export { sharedPassageContext, trustedScriptNonce };

// Dynamic import, so that the browser build keeps it in a separate script.
serverLayout.parts = (await import('./features/layout/member-layout.tsx')).serverParts;
await loadMemberLayout();

const writings = new AsyncLocalStorage<Writing>();
writingStore.current = () => writings.getStore();

/** Renders as a member, whose calls `answer` makes. `key` tells their browser for which of its sessions the page is. */
export function asMember<Result>(
  {
    answer,
    ...browser
  }: Pick<Writing, 'key' | 'locale' | 'zone' | 'styles'> & {
    answer: (call: string, input: object) => Promise<{ status: number; body: string }>;
  },
  render: () => Promise<Result>,
): Promise<Result> {
  const call: Caller = async (name, input) => {
    const { status, body } = await answer(name, input);
    if (status < 400) return JSON.parse(body);
    throw apiErrorOf(status, JSON.parse(body), null);
  };
  const client = createQueryClient();
  const begun: Promise<unknown>[] = [];
  return writings.run({ client, call, begun, ...browser }, () => {
    begun.push(client.prefetchQuery(meQuery));
    return render();
  });
}

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

/** The scripts of the members' layout, without which a written page is not taken over. */
function layoutScripts(): string[] {
  const built = builtFiles(join(import.meta.dirname, '../client'));
  const keys = built.withImports(built.keysOf(['features/layout/member-layout.tsx']));
  return built.filesOf(keys).map((file) => ['', file].join('/'));
}
const memberScripts = import.meta.env.PROD ? layoutScripts() : [];

/**
 * With the scripts that the page loads at once, and their hashes alone, which its policy allows: those of all scripts would
 * make each page 15 KB larger. The page's own scripts may import others ('strict-dynamic').
 */
function withOwnScripts(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const matched = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = { ...manifest.routes };
  const last = routes[matched.at(-1) ?? ''];
  if (writings.getStore() && last)
    routes[last.id] = { ...last, imports: [...new Set([...(last.imports ?? []), ...memberScripts])] };
  if (typeof manifest.sri !== 'object') return context;
  const parts = [manifest.entry, ...matched.map((id) => routes[id])].flatMap((part) =>
    part ? [part.module, ...(part.imports ?? [])] : [],
  );
  const named = new Set([manifest.url, ...parts]);
  const sri = Object.fromEntries(Object.entries(manifest.sri).filter(([file]) => named.has(file)));
  return { ...context, manifest: { ...manifest, routes, sri } };
}

/** Scripts leave the connection to the style sheet: the page can be read without them. */
const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');

const renderTimeout = 10_000;

/** Renders the whole page before responding. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const writing = writings.getStore();
  await Promise.all(writing?.begun ?? []);
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={withOwnScripts(context)} url={request.url} nonce={trustedScriptNonce} />,
      {
        nonce: trustedScriptNonce,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          headers.set('content-type', 'text/html; charset=utf-8');
          pipe(body);
          resolve(
            text(body).then(
              (html) =>
                new Response(writing ? scriptsLast(html) : html, { headers, status: failed ? 500 : status }),
            ),
          );
        },
        onShellError: reject,
        onError(error) {
          // A member's page that cannot be written is not sent: the one for everyone is.
          if (writing) reject(error);
          failed = true;
        },
      },
    );
    const timer = setTimeout(abort, renderTimeout);
  });
}
