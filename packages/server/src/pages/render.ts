import type { CallKey } from '@inkling/contract/call';
import type { Failure } from '@inkling/contract/errors';
import type { Story } from '@inkling/contract/stories';
import type { FastifyInstance } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { SharedPassage } from '../modules/sharing/index.ts';
import { AppError } from '../platform/app-error.ts';
import type { ComposedCover, CoverArt } from '../platform/cover-art.ts';
import { callUrl } from '../platform/http/call-url.ts';
import { internalAddress } from '../platform/http/rate-limits.ts';

/** A rendered page; its own scripts have the nonce of packages/web/src/lib/nonce.ts. */
export interface RenderedPage {
  status: number;
  location: string | null;
  html: string;
}

/** The content type of every page; a rendering with another type is not sent. */
export const htmlType = 'text/html; charset=utf-8';

/** `shared` is what the page of a shared passage shows; no call has it. */
export type Render = (url: URL, shared?: SharedPassage) => Promise<RenderedPage>;

type Caller = (key: CallKey, input: object) => Promise<unknown>;

/** The exports of the web's server entry (packages/web/src/entry.server.tsx). */
interface WebEntry {
  serverCallContext: Parameters<RouterContextProvider['set']>[0];
  sharedPassageContext: Parameters<RouterContextProvider['set']>[0];
  trustedScriptNonce: string;
  linkPreview: (story: Story, image: string | null) => string;
  generatedCover: (story: Parameters<CoverArt['compose']>[0]) => ComposedCover;
}

const isWebEntry = (module: object): module is WebEntry =>
  ['serverCallContext', 'sharedPassageContext', 'trustedScriptNonce', 'linkPreview', 'generatedCover'].every(
    (name) => name in module,
  );

export function webEntryOf(build: ServerBuild): WebEntry {
  const { module } = build.entry;
  if (!isWebEntry(module))
    throw new Error('The web build does not export what the server needs. Build it again.');
  return module;
}

/** The error for a page whose call failed: the call's message, unless it was an internal error. */
const pageError = ({ code, message }: Failure): AppError => {
  const text =
    code === 'INTERNAL' ? 'This page can’t be shown right now. Please try again shortly.' : message;
  return new AppError('UNAVAILABLE', text, { retryAfterSeconds: 2 });
};

/** Makes a GET call as a visitor, inside this process: rendering a page changes nothing. */
const callAsVisitor =
  (http: FastifyInstance): Caller =>
  async (key, input) => {
    const response = await http.inject({ url: callUrl(key, input), remoteAddress: internalAddress });
    if (response.statusCode === 404) throw new Response(null, { status: 404 });
    if (response.statusCode >= 400) throw pageError(response.json());
    return response.json();
  };

/** Renders pages of the web's build, always for a visitor: page requests carry no session. */
export function renderer(
  http: FastifyInstance,
  build: ServerBuild,
  mode: 'development' | 'production',
): Render {
  const handle = createRequestHandler(build, mode);
  const { serverCallContext, sharedPassageContext } = webEntryOf(build);
  const call = callAsVisitor(http);
  return async (url, shared) => {
    const context = new RouterContextProvider();
    // The router renders failures as pages; rethrow a failed call instead, so that no such page is cached.
    const failures: unknown[] = [];
    const caller: Caller = (key, input) =>
      call(key, input).catch((failure: unknown) => {
        if (!(failure instanceof Response)) failures.push(failure);
        throw failure;
      });
    context.set(serverCallContext, caller);
    if (shared !== undefined) context.set(sharedPassageContext, shared);
    const response = await handle(new Request(url, { headers: { accept: 'text/html' } }), context);
    if (failures.length > 0) throw failures[0];
    const type = response.headers.get('content-type');
    if (response.body !== null && type !== htmlType)
      throw new Error(`A page was rendered as ${type}, which is not sent as HTML.`);
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: await response.text(),
    };
  };
}
