import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../modules/account/index.ts';
import { activityOf, countOne, type MemberPageResult } from '../platform/activity.ts';
import { AppError } from '../platform/app-error.ts';
import type { AppContext } from '../platform/context.ts';
import { budgetFor, readFromStandby } from '../platform/db/db.ts';
import { currentBudget } from '../platform/db/timeouts.ts';
import { concurrencyLimit } from '../platform/http/concurrency-limit.ts';
import { resolveViewer } from '../platform/viewer-cache.ts';
import { htmlType, type MemberBrowser, type RenderedPage } from './render.ts';
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
function askedSession({ method, headers }: FastifyRequest): AskedSession | MemberPageResult {
  const value = headers['service-worker-navigation-preload'];
  if (value === undefined) return 'no-header';
  if (method !== 'GET' || headers['sec-fetch-dest'] !== 'document') return 'no-window';
  if (value === 'true') return 'no-session';
  const asked =
    /^(?<token>\S{16,256}) (?<key>[\w-]{16,64}) (?<locale>[\w-]{2,40}) (?<zone>[\w+/-]{2,60})(?: (?<styles>\/assets\/[\w.-]{1,80}))?$/.exec(
      String(value),
    );
  const { token, key, locale = '', zone = '', styles = null } = asked?.groups ?? {};
  if (token === undefined || key === undefined) return 'unreadable';
  return { token, member: { key, styles, ...known({ locale, zone }) } };
}
interface AskedSession {
  token: string;
  member: MemberBrowser;
}

/** Pages that one person waits for at a time. Fewer than are written at once, so that nobody's slow calls take all the places. */
const maxConcurrentPages = 1;
const maxWaitingPages = 6;

/** Writes pages for members, with what they may see. */
export function memberPages(ctx: AppContext, web: WebRenderer, policyFor: (scripts: string[]) => string) {
  const acquireSlot = concurrencyLimit({ concurrency: maxConcurrentPages, maxWaiting: maxWaitingPages });
  const { memberPages: tally } = activityOf(ctx.db);

  async function write(url: string, { token, member }: AskedSession, { log }: FastifyRequest) {
    try {
      const viewer = await resolveViewer(ctx, authenticate, token);
      if (viewer === null) return 'session-ended';
      readFromStandby(ctx.db, viewer.written);
      const release = await acquireSlot(viewer.id);
      const rendered = await web.memberPage(url, token, member).finally(release);
      if (rendered.status < 500) return rendered;
      throw new Error(`It was rendered with status ${rendered.status}.`);
    } catch (error) {
      if (error instanceof AppError) return error.code === 'BUSY' ? 'busy' : 'call-failed';
      log.error({ err: error }, 'a member’s page couldn’t be written');
      return 'error';
    }
  }

  /** Once a request would have waited too long for the database, the page for everyone is sent, which is not rendered. */
  const late = () => sleep((currentBudget() ?? budgetFor(ctx.db)).left(), 'late' as const, { ref: false });

  /**
   * Sends the page at `url` as the member whose session asks for it. False if none does, or it cannot be written now: then the
   * page for everyone is sent, which loads the member's data by itself. /metrics count why.
   */
  return async function sendToMember(url: string, request: FastifyRequest, reply: FastifyReply) {
    const asked = askedSession(request);
    const rendered: RenderedPage | MemberPageResult =
      typeof asked === 'object' ? await Promise.race([write(url, asked, request), late()]) : asked;
    countOne(tally, typeof rendered === 'object' ? 'written' : rendered);
    if (typeof rendered === 'string') return false;
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
