import type { CallKey } from '@inkling/contract/call';
import type { Failure } from '@inkling/contract/errors';
import type { FastifyInstance } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { AppError } from '../platform/app-error.ts';
import { internalAddress } from '../platform/http/rate-limits.ts';
import { requestOfKey } from '../platform/http/request-of.ts';

/** A rendered page: its HTML, whose own scripts bear the mark of packages/web/src/lib/nonce.ts. */
export interface RenderedPage {
  status: number;
  location: string | null;
  html: string;
}

/** The type of every page; whatever the renderer gives another type is not sent. */
export const htmlType = 'text/html; charset=utf-8';

export type Render = (url: URL) => Promise<RenderedPage>;

type Caller = (key: CallKey, input: object) => Promise<unknown>;

/** What the web's build exports beside its routes (packages/web/src/entry.server.tsx). */
interface WebEntry {
  serverCallContext: Parameters<RouterContextProvider['set']>[0];
  trustedScriptNonce: string;
}

const isWebEntry = (module: object): module is WebEntry =>
  'serverCallContext' in module && 'trustedScriptNonce' in module;

export function webEntryOf(build: ServerBuild): WebEntry {
  const { module } = build.entry;
  if (!isWebEntry(module))
    throw new Error('The web build does not export what the server needs. Build it again.');
  return module;
}

/** Why a page is not there, in the words of the call that failed, unless they were of a fault of ours. */
const refusalOf = ({ code, message }: Failure): AppError => {
  const said =
    code === 'INTERNAL' ? 'This page can’t be shown right now. Please try again shortly.' : message;
  return new AppError('UNAVAILABLE', said, { retryAfterSeconds: 2 });
};

/** Calls the API as a visitor, inside this process. */
const callAsVisitor =
  (http: FastifyInstance): Caller =>
  async (key, input) => {
    const response = await http.inject({ ...requestOfKey(key, input), remoteAddress: internalAddress });
    if (response.statusCode === 404) throw new Response(null, { status: 404 });
    if (response.statusCode >= 400) throw refusalOf(response.json());
    return response.json();
  };

/** Renders pages of the web's build, always as for a visitor: the server never knows who opens a page. */
export function renderer(
  http: FastifyInstance,
  build: ServerBuild,
  mode: 'development' | 'production',
): Render {
  const handle = createRequestHandler(build, mode);
  const { serverCallContext } = webEntryOf(build);
  const call = callAsVisitor(http);
  return async (url) => {
    const context = new RouterContextProvider();
    // The router makes a page of every failure; one of a call is the answer's, not a page's to be kept.
    const failures: unknown[] = [];
    const caller: Caller = (key, input) =>
      call(key, input).catch((failure: unknown) => {
        if (!(failure instanceof Response)) failures.push(failure);
        throw failure;
      });
    context.set(serverCallContext, caller);
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
