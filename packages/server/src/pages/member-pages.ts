import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../modules/account/index.ts';
import { AppError } from '../platform/app-error.ts';
import type { AppContext } from '../platform/context.ts';
import { concurrencyLimit } from '../platform/http/concurrency-limit.ts';
import { resolveViewer } from '../platform/viewer-cache.ts';
import { htmlType, type MemberBrowser } from './render.ts';
import { preparedPage } from './sendable-page.ts';
import type { WebRenderer } from './web-renderer.ts';

/** A browser's locale and zone if this server knows both; else those of visitors' pages. */
function known(asked: { locale: string; zone: string }): { locale: string; zone: string } {
  try {
    new Intl.DateTimeFormat(asked.locale, { timeZone: asked.zone });
    return asked;
  } catch {
    return { locale: 'en', zone: 'UTC' };
  }
}

/**
 * The session for which a browser asks for a page, and what it says of itself (packages/web/src/lib/page-session.ts).
 * Browsers send this header with navigations that our service worker controls, also with those inside frames of other sites, so
 * only whole windows count. Calls never accept it.
 */
function askedSession({ method, headers }: FastifyRequest): { token: string; member: MemberBrowser } | null {
  const value = headers['service-worker-navigation-preload'];
  if (method !== 'GET' || headers['sec-fetch-dest'] !== 'document' || typeof value !== 'string') return null;
  const asked =
    /^(?<token>\S{16,256}) (?<key>[\w-]{16,64}) (?<locale>[\w-]{2,40}) (?<zone>[\w+/-]{2,60})$/.exec(value);
  const { token, key, locale = '', zone = '' } = asked?.groups ?? {};
  if (token === undefined || key === undefined) return null;
  return { token, member: { key, ...known({ locale, zone }) } };
}

/** Pages that one person waits for at a time, so that people do not delay each other. */
const maxConcurrentPages = 2;
const maxWaitingPages = 6;

/** Writes pages for members, with what they may see. */
export function memberPages(ctx: AppContext, web: WebRenderer, policyFor: (scripts: string[]) => string) {
  const acquireSlot = concurrencyLimit({ concurrency: maxConcurrentPages, maxWaiting: maxWaitingPages });
  /**
   * Sends the page at `url` as the member whose session asks for it. False if none does, or it cannot be written now: then the
   * page for everyone is sent, which loads the member's data by itself.
   */
  return async function sendToMember(url: string, request: FastifyRequest, reply: FastifyReply) {
    const asked = askedSession(request);
    if (asked === null) return false;
    const viewer = await resolveViewer(ctx, authenticate, asked.token);
    if (viewer === null) return false;
    const write = async () => {
      const release = await acquireSlot(viewer.id);
      return web.memberPage(url, asked.token, asked.member).finally(release);
    };
    const rendered = await write().catch((error: unknown) => {
      if (!(error instanceof AppError))
        request.log.error({ err: error }, 'a member’s page couldn’t be written');
      return null;
    });
    if (rendered === null || rendered.status >= 500) return false;
    reply.header('cache-control', 'private, no-store');
    if (rendered.location !== null) return reply.redirect(rendered.location, rendered.status);
    const { status, scripts, identity } = preparedPage(rendered);
    return reply
      .code(status)
      .header('content-security-policy', policyFor(scripts))
      .type(htmlType)
      .send(identity);
  };
}
