import type { FastifyInstance } from 'fastify';
import { type Config, publicUrl } from '../config.ts';

/** Security headers; docs/product/http.md#headers explains each. */
const commonHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const halfAYear = 15_552_000;

const isSecure = (config: Config): boolean => publicUrl(config).startsWith('https:');

/**
 * The policy for everything that is not a page: it may load and do nothing. Kept short, since Node checks every
 * character of a header on every response.
 */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Security headers of every response; a route may replace one with its own. */
export const securityHeadersOf = (config: Config): Record<string, string> => ({
  ...commonHeaders,
  ...(isSecure(config) && { 'strict-transport-security': `max-age=${halfAYear}; includeSubDomains` }),
  'content-security-policy': closedPolicy,
});

/**
 * Sets the security headers and the request id of every response. They are set on the Fastify reply as one object:
 * headers set on Node's response directly would make Node check and copy all others twice.
 */
export function securityHeaders(http: FastifyInstance, config: Config): void {
  const headers = securityHeadersOf(config);
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

/**
 * The content security policy of a page with these scripts, given as CSP sources. Scripts are allowed only by hash,
 * without 'self', so that no file of this site can be used as a gadget (docs/decisions/0021-scripts-by-hash.md).
 */
export function pagePolicy(config: Config): (scripts: string[]) => string {
  const rest = [
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' ${config.EXTERNAL_COVERS ? 'https: ' : ''}data: blob:`,
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure(config) ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return (scripts) => `default-src 'none'; script-src ${["'strict-dynamic'", ...scripts].join(' ')}; ${rest}`;
}
