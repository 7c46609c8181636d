import { AsyncResource } from 'node:async_hooks';
import { MessageChannel } from 'node:worker_threads';
import type { Story } from '@inkling/contract/stories';
import type { FastifyInstance } from 'fastify';
import inject from 'light-my-request';
import { AppError } from '../platform/app-error.ts';
import { minute } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { ComposedCover, CoverArt } from '../platform/cover-art.ts';
import { callUrl } from '../platform/http/call-url.ts';
import { concurrencyLimit } from '../platform/http/concurrency-limit.ts';
import { internalAddress } from '../platform/http/rate-limits.ts';
import { currentAnnouncement } from '../platform/site-settings.ts';
import { threadPool } from '../platform/threads.ts';
import type {
  Ask,
  FailedCall,
  MemberBrowser,
  PageOptions,
  Render,
  RenderedPage,
  WebRoute,
} from './render.ts';
import type { AnsweredCall, AskedCall, PageTask } from './render.worker.ts';
import type { SendablePage } from './sendable-page.ts';
import { requireBuild } from './web-build.ts';

/** Pages rendered at a time in this process, and waiting; more are a 503. Link previews and covers have as many each. */
const maxRenderings = 2;
export const maxWaitingRenderings = 50;
/** Members' pages, which are sent unwritten when more wait: that is soon better than written late. */
const maxWaitingMemberPages = 10;

const busy = () =>
  new AppError('BUSY', 'Many pages are being opened right now. Please try again in a few seconds.', {
    retryAfterSeconds: 5,
  });

/** What only the web's build can draw. */
export interface WebRenderer {
  routes: WebRoute[];
  /**
   * @throws AppError BUSY if too many pages wait or the thread has ended, UNAVAILABLE if a call of the page failed
   */
  page(url: string, options: PageOptions): Promise<RenderedPage>;
  /** A page for the member with this token. Throws as `page` does; the limit is one of its own. */
  memberPage(url: string, token: string, member: MemberBrowser): Promise<RenderedPage>;
  /** A page in each encoding, for everyone. Throws as `page` does. */
  sendable(url: string): Promise<SendablePage>;
  /** A story's picture for other sites, as SVG; `image` is a data URL of its cover. */
  linkPreview(story: Story, image: string | null): Promise<string>;
  generatedCover(story: Parameters<CoverArt['compose']>[0]): Promise<ComposedCover>;
}

/**
 * Makes the calls of a page's loaders inside this process, as a visitor or with a member's token: rendering a page changes
 * nothing. Unlike Fastify's own `inject`, also while the server finishes its last requests.
 */
const asking =
  (http: FastifyInstance, token?: string): Ask =>
  async (key, input) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const call = { url: callUrl(key, input), remoteAddress: internalAddress, headers };
    try {
      const { statusCode, payload } = await inject(http.routing, call);
      return { status: statusCode, body: payload };
    } catch (error) {
      http.log.error({ err: error, key }, 'a call of a page could not be made');
      return { status: 500, body: JSON.stringify({ code: 'INTERNAL' }) };
    }
  };

/** Throws a failed call's message, unless it was an internal error. */
function requirePage<Page extends object>(rendered: Page | FailedCall): Page {
  if (!('failure' in rendered)) return rendered;
  const { code, message } = rendered.failure;
  const text =
    code === 'INTERNAL' ? 'This page can’t be shown right now. Please try again shortly.' : message;
  throw new AppError('UNAVAILABLE', text, { retryAfterSeconds: 2 });
}

/** Renders a page in this thread, as in development. */
export const renderHere =
  (http: FastifyInstance, render: Render) =>
  async (url: string, options?: PageOptions): Promise<RenderedPage> =>
    requirePage(await render(url, asking(http), options));

/**
 * Renders in a thread of its own, which alone loads the web's build, so that new pages never delay calls. The loaders'
 * calls are made here, through a port.
 */
export async function webRenderer(http: FastifyInstance, ctx: AppContext): Promise<WebRenderer> {
  requireBuild();
  // The thread stays: loading the build takes longer than rendering a page.
  const idleTimeout = Number.POSITIVE_INFINITY;
  const limits = { tasksPerThread: 2 * maxRenderings, idleTimeout, timeout: minute, busy };
  const thread = threadPool(ctx.log, limits, 1);
  http.addHook('onClose', () => thread.close());
  const file = new URL('./render.worker.ts', import.meta.url);
  const acquireSlot = concurrencyLimit({
    concurrency: maxRenderings,
    maxWaiting: maxWaitingRenderings,
    busy,
  });
  const acquireMemberSlot = concurrencyLimit({
    concurrency: maxRenderings,
    maxWaiting: maxWaitingMemberPages,
    busy,
  });
  /** Limits each kind by itself, so that drawings never keep pages out of the thread. */
  async function inTurn<Result>(
    kind: 'page' | 'memberPage' | 'linkPreview' | 'generatedCover',
    run: () => Promise<Result>,
  ): Promise<Result> {
    const release = await (kind === 'memberPage' ? acquireMemberSlot : acquireSlot)(kind);
    return run().finally(release);
  }

  async function render(
    name: 'page' | 'sendable',
    url: string,
    options?: PageOptions,
    ask = asking(http),
  ): Promise<unknown> {
    const { port1: here, port2: calls } = new MessageChannel();
    // Within the request's wait budget.
    const answer = AsyncResource.bind(async ({ id, key, input }: AskedCall) => {
      const answered: AnsweredCall = { id, answer: await ask(key, input) };
      here.postMessage(answered);
    });
    here.on('message', answer);
    try {
      const task: PageTask = { url, options: { ...options, announcement: currentAnnouncement(ctx) }, calls };
      return await thread.run(file, name, task, [calls]);
    } finally {
      here.close();
    }
  }
  const renderInTurn = (...page: Parameters<typeof render>) => inTurn('page', () => render(...page));
  const draw = (kind: 'linkPreview' | 'generatedCover', task: object) =>
    inTurn(kind, () => thread.run(file, kind, task));

  return {
    routes: (await thread.run(file, 'routes', {})) as WebRoute[],
    page: async (url, options) =>
      requirePage((await renderInTurn('page', url, options)) as RenderedPage | FailedCall),
    async memberPage(url, token, member) {
      const run = () => render('page', url, { member }, asking(http, token));
      return requirePage((await inTurn('memberPage', run)) as RenderedPage | FailedCall);
    },
    async sendable(url) {
      const page = requirePage((await renderInTurn('sendable', url)) as SendablePage | FailedCall);
      const { identity, br, gzip } = page;
      // Bytes arrive from a thread as plain arrays.
      return { ...page, identity: Buffer.from(identity), br: Buffer.from(br), gzip: Buffer.from(gzip) };
    },
    linkPreview: async (story, image) => (await draw('linkPreview', { story, image })) as string,
    generatedCover: async (story) => (await draw('generatedCover', story)) as ComposedCover,
  };
}
