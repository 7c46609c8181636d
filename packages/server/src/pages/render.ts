import type { CallKey } from '@inkling/contract/call';
import type { Failure } from '@inkling/contract/errors';
import type { Announcement } from '@inkling/contract/site';
import type { Story } from '@inkling/contract/stories';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { SharedPassage } from '../modules/sharing/index.ts';
import type { ComposedCover, CoverArt } from '../platform/cover-art.ts';
import { withAnnouncement } from './announcement.ts';

/** A rendered page; its own scripts have the nonce of packages/web/src/lib/nonce.ts. */
export interface RenderedPage {
  status: number;
  location: string | null;
  html: string;
  nonce: string;
}

/** The content type of every page; a rendering with another type is not sent. */
export const htmlType = 'text/html; charset=utf-8';

/** A GET call's response, as its JSON. */
export interface CallResult {
  status: number;
  body: string;
}
/** Makes a GET call for a page's loader. */
export type Ask = (key: CallKey, input: object) => Promise<CallResult>;

/**
 * Renders a page of the web's build, for a visitor unless `options` has a member's browser, whose calls `ask` makes then. Returns
 * a failed call instead of the page.
 */
export type Render = (url: string, ask: Ask, options?: PageOptions) => Promise<RenderedPage | FailedCall>;
export interface PageOptions {
  /** What the page of a shared passage shows; no call has it. */
  shared?: SharedPassage;
  member?: MemberBrowser;
  announcement?: Announcement | null;
}
/** What a member's browser says of itself when it asks for a page. */
export interface MemberBrowser {
  /** Tells it for which of its sessions the page is. */
  key: string;
  locale: string;
  zone: string;
  /** The address of the style sheet that it has in its cache; null if none. */
  styles: string | null;
}
export interface FailedCall {
  failure: Failure;
}

/** A route of the web: its id and pattern, such as `/story/:storyId`. */
export interface WebRoute {
  id: string;
  path: string;
}

type CoveredStory = Parameters<CoverArt['compose']>[0];

/** The exports of the web's server entry (packages/web/src/entry.server.tsx). */
interface WebEntry {
  serverCallContext: Parameters<RouterContextProvider['set']>[0];
  sharedPassageContext: Parameters<RouterContextProvider['set']>[0];
  trustedScriptNonce: string;
  asMember: <Result>(
    member: MemberBrowser & { answer: (key: CallKey, input: object) => Promise<CallResult> },
    render: () => Promise<Result>,
  ) => Promise<Result>;
  linkPreview: (story: Story, image: string | null) => string;
  generatedCover: (story: CoveredStory) => ComposedCover;
}

const isWebEntry = (module: object): module is WebEntry =>
  [
    'serverCallContext',
    'sharedPassageContext',
    'trustedScriptNonce',
    'asMember',
    'linkPreview',
    'generatedCover',
  ].every((name) => name in module);

export function webEntryOf(build: ServerBuild): WebEntry {
  const { module } = build.entry;
  if (!isWebEntry(module))
    throw new Error('The web build does not export what the server needs. Build it again.');
  return module;
}

/** The web's routes; every path matches the last one, `*`. */
export const routesOf = (build: ServerBuild): WebRoute[] =>
  Object.values(build.routes).flatMap((route) =>
    route === undefined || route.id === 'root' ? [] : [{ id: route.id, path: `/${route.path ?? ''}` }],
  );

export function renderer(build: ServerBuild, mode: 'development' | 'production'): Render {
  const handle = createRequestHandler(build, mode);
  const { serverCallContext, sharedPassageContext, trustedScriptNonce: nonce, asMember } = webEntryOf(build);
  return async (url, ask, { shared, member, announcement = null } = {}) => {
    const context = new RouterContextProvider();
    // The router renders failures as pages; a failed call is returned instead, so that no such page is cached.
    const failures: Failure[] = [];
    context.set(serverCallContext, async (key: CallKey, input: object) => {
      const { status, body } = await ask(key, input);
      if (status < 400) return JSON.parse(body);
      if (status !== 404) failures.push(JSON.parse(body));
      throw new Response(null, { status });
    });
    if (shared !== undefined) context.set(sharedPassageContext, shared);
    const render = () => handle(new Request(url, { headers: { accept: 'text/html' } }), context);
    // What a member may not see is part of their page. Not so a session that has ended meanwhile, or what passes.
    const answer = async (key: CallKey, input: object) => {
      const result = await ask(key, input);
      if ([401, 429].includes(result.status) || result.status >= 500) failures.push(JSON.parse(result.body));
      return result;
    };
    const response = member === undefined ? await render() : await asMember({ ...member, answer }, render);
    const [failure] = failures;
    if (failure !== undefined) return { failure };
    const type = response.headers.get('content-type');
    if (response.body !== null && type !== htmlType)
      throw new Error(`A page was rendered as ${type}, which is not sent as HTML.`);
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: withAnnouncement(await response.text(), announcement),
      nonce,
    };
  };
}
