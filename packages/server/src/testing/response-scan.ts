import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { responseText } from './response-text.ts';

/** Begins where a word begins: begun at each letter of one long word, looking would take minutes. */
const address = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w/g;
const secrets = /\$argon2|"(password|password_?hash|token_?hash)":/i;
/** Stands in a message on how to write an address. */
const sample = 'name@example.com';

/** What an answer gives away: addresses that are neither the caller's nor in what they sent, and secrets. */
export function foreignData(body: string, sent: string, own: string | undefined): string[] {
  const addresses = [...body.matchAll(address)].map(([found]) => found);
  const foreign = addresses.filter((found) => found !== own && found !== sample && !sent.includes(found));
  const secret = secrets.exec(body)?.[0];
  return secret === undefined ? foreign : [...foreign, secret];
}

/**
 * Looks at every answer that this server gives in a test and fails it when somebody else's e-mail address,
 * or anything made from a password or a token, is in it (docs/product.md §2.6). `addresses`: of whom each
 * token is.
 */
export function scanResponses(http: FastifyInstance, addresses: Map<string, string>): void {
  /** By token, the addresses that its person wants to have in place of theirs. */
  const wanted = new Map<string, string>();
  const original = http.inject.bind(http) as (request: InjectOptions) => Promise<LightMyRequestResponse>;
  const scanned = async (given: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const request = typeof given === 'string' ? { url: given } : given;
    const response = await original(request);
    const url = String(request.url);
    if (!url.startsWith('/api/v1/') || /^\/api\/v1\/(docs|openapi)/.test(url)) return response;
    const token = String(request.headers?.authorization ?? '').replace('Bearer ', '');
    const sent = `${url} ${typeof request.payload === 'string' ? request.payload : JSON.stringify(request.payload)}`;
    const loggedIn = /\/auth\/(login|register|reset-password\/[^/]+)$/.test(url) && response.statusCode < 300;
    const own = loggedIn ? response.json<{ user: { email: string } }>().user.email : addresses.get(token);
    if (loggedIn && own !== undefined) addresses.set(response.json<{ token: string }>().token, own);
    // Whoever is sent their own entity has asked for this address themselves.
    const said = responseText(response);
    const pending = /"pendingEmail":\s*"([^"]+)"/.exec(said)?.[1] ?? '';
    if (pending !== '' && token !== '') wanted.set(token, `${wanted.get(token) ?? ''} ${pending}`);
    const found = foreignData(said, `${sent} ${pending} ${wanted.get(token) ?? ''}`, own);
    if (found.length > 0) {
      throw new Error(
        `${request.method ?? 'GET'} ${url} gave away ${found.join(', ')}: ${said.slice(0, 500)}`,
      );
    }
    return response;
  };
  Object.assign(http, { inject: scanned });
}
