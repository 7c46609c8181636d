import { type ErrorCode, errorStatus, type FieldError } from '@inkling/contract/errors';
import { type CallKey, type CallResponse, urlOf } from '../lib/api.ts';

interface MockedCall {
  method: string;
  path: RegExp;
  respond: (body: unknown, query: URLSearchParams) => Response | Promise<Response>;
}

let mocked: MockedCall[] = [];
const unexpected: string[] = [];

/** The bodies of a mocked call's requests so far. */
export interface SentBodies {
  sent: unknown[];
}

type Respond = (query: URLSearchParams) => Response | Promise<Response>;

function mock(key: CallKey, respond: Respond, params: Record<string, string> = {}): SentBodies {
  const sent: unknown[] = [];
  const [method = ''] = key.split(' ');
  const path = new RegExp(`^${urlOf(key, { params }).replaceAll(/(?<=\/)(?=\/|$)/g, '[^/]+')}$`);
  // The latest mock of a call decides.
  mocked.unshift({
    method,
    path,
    respond: (body, query) => {
      sent.push(body);
      return respond(query);
    },
  });
  return { sent };
}

/** Responds to a call from now on, or only with these parameters; `until` delays the response. */
export const mockCall = <K extends CallKey>(
  key: K,
  response: CallResponse<K>,
  until?: Promise<unknown>,
  params?: Record<string, string>,
): SentBodies =>
  mock(
    key,
    async () => {
      await until;
      return Response.json(response);
    },
    params,
  );

/** Responds to each request of a call by its query string. */
export const mockEach = <K extends CallKey>(
  key: K,
  respond: (query: URLSearchParams) => CallResponse<K> | Promise<CallResponse<K>>,
): SentBodies => mock(key, async (query) => Response.json(await respond(query)));

/** Responds to a call with an error of the server. */
export const mockFailure = (
  key: CallKey,
  code: ErrorCode,
  message: string,
  errors?: FieldError[],
): SentBodies =>
  mock(key, () => Response.json({ success: false, code, message, errors }, { status: errorStatus[code] }));

/** Responds to a call with these parameters as for something that is gone. */
export const mockGone = (key: CallKey, params: Record<string, string>, message: string): SentBodies =>
  mock(key, () => Response.json({ success: false, code: 'NOT_FOUND', message }, { status: 404 }), params);

/** Responds to a call like a proxy whose server is down: an HTML error page. */
export const mockBadGateway = (key: CallKey): SentBodies =>
  mock(key, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));

/** Responds to a call like a network that asks to sign in, or a file server: an error page that is not the server's. */
export const mockForeign = (key: CallKey, status: 403 | 404): SentBodies =>
  mock(key, () => new Response('<h1>Sorry</h1>', { status }));

const realFetch = window.fetch;

/** Answers the page's calls with mocks. Other requests, such as Vitest's own, are sent. */
export function installMocks(): void {
  mocked = [];
  unexpected.length = 0;
  window.fetch = async (target, options) => {
    const { pathname, searchParams } = new URL(
      target instanceof Request ? target.url : target,
      location.href,
    );
    if (!pathname.startsWith('/api/')) return realFetch(target, options);
    const method = options?.method ?? 'GET';
    const call = mocked.find((one) => one.method === method && one.path.test(pathname));
    if (call === undefined) {
      unexpected.push(`${method} ${pathname}`);
      return new Response('', { status: 404 });
    }
    const body = options?.body;
    return call.respond(typeof body === 'string' ? JSON.parse(body) : undefined, searchParams);
  };
}

/** What a pattern finds in the addresses of the page's requests from now on, in order: its first group. */
export function watchPaths(pattern: RegExp): string[] {
  const found: string[] = [];
  const send = window.fetch;
  window.fetch = (target, options) => {
    const [, part] = pattern.exec(target instanceof Request ? target.url : String(target)) ?? [];
    if (part !== undefined) found.push(part);
    return send(target, options);
  };
  return found;
}

/** The calls that the page made although the test did not mock them. */
export const unexpectedCalls = (): string[] => unexpected;
