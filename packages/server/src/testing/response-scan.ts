import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { responseText } from './response-text.ts';

/** Anchored at word starts: otherwise one very long word would take minutes to scan. */
const address = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w/g;
const secrets = /\$argon2|"(password|password_?hash|token_?hash)":/i;
/** The sample address in a validation message, and that of an e-reader in examples. */
const samples = ['name@example.com', 'name@kindle.com'];

/** The address of a person's e-reader, in tests. */
const ereaderOf = (own = '') => own.replace(/@.*/, '@kindle.com').toLowerCase();

/** Leaked data in a response: secrets, and addresses that are neither the client's nor in its request. */
export function foreignData(body: string, sent: string, own: string | undefined): string[] {
  const addresses = [...body.matchAll(address)].map(([found]) => found);
  const known = [own, ereaderOf(own), ...samples];
  const foreign = addresses.filter((found) => !known.includes(found) && !sent.includes(found));
  const secret = secrets.exec(body)?.[0];
  return secret === undefined ? foreign : [...foreign, secret];
}

/**
 * Checks every response of this server and fails the test if it contains another person's email address or anything
 * derived from a password or token (docs/product/users.md#privacy). `addresses` maps each token to its owner's address.
 */
export function scanResponses(http: FastifyInstance, addresses: Map<string, string>): void {
  /** By token, the new addresses that its owner has requested. */
  const requested = new Map<string, string>();
  const original = http.inject.bind(http) as (request: InjectOptions) => Promise<LightMyRequestResponse>;
  const scanned = async (input: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const request = typeof input === 'string' ? { url: input } : input;
    const response = await original(request);
    const url = String(request.url);
    if (!url.startsWith('/api/v1/') || /^\/api\/v1\/(docs|openapi)/.test(url)) return response;
    const token = String(request.headers?.authorization ?? '').replace('Bearer ', '');
    const sent = `${url} ${typeof request.payload === 'string' ? request.payload : JSON.stringify(request.payload)}`;
    const isSignIn =
      request.method !== 'GET' &&
      /\/auth\/(login|register|reset-password\/[^/]+)$/.test(url) &&
      response.statusCode < 300;
    const own = isSignIn ? response.json<{ user: { email: string } }>().user.email : addresses.get(token);
    if (isSignIn && own !== undefined) addresses.set(response.json<{ token: string }>().token, own);
    // Only the owner sees a pending address, which they requested themselves.
    // An admin exports a person's data with the own password: with the address, but without anything secret.
    const isExport = /\/admin\/people\/[^/]+\/export$/.test(url);
    const text = responseText(response).replace(isExport ? address : '', '');
    const pending = /"pendingEmail":\s*"([^"]+)"/.exec(text)?.[1] ?? '';
    if (pending !== '' && token !== '') requested.set(token, `${requested.get(token) ?? ''} ${pending}`);
    // The site's own addresses.
    const ofSite = [...text.matchAll(/"(?:sender|contactEmail|privacyEmail)":\s*"([^"]+)"/g)].join(' ');
    const found = foreignData(text, `${sent} ${pending} ${ofSite} ${requested.get(token) ?? ''}`, own);
    if (found.length > 0) {
      throw new Error(`${request.method ?? 'GET'} ${url} leaked ${found.join(', ')}: ${text.slice(0, 500)}`);
    }
    return response;
  };
  Object.assign(http, { inject: scanned });
}

/** The headers of every response (docs/product/http.md#headers). */
export const strictHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{18}-[0-9a-z]+$/),
};
