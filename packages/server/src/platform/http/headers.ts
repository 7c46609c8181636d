import type { FastifyInstance } from 'fastify';
import { type Config, publicUrl } from '../config.ts';

/** Tells browsers to be strict; what each one is for stands in docs/product.md §1.7. */
const strict = {
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
 * What is not a page may load nothing and act on nothing, whatever a browser takes it for. Short, since every
 * character of a header is looked at for every response.
 */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Security headers of every response; a route may replace one with its own. */
export const securityHeadersOf = (config: Config): Record<string, string> => ({
  ...strict,
  ...(isSecure(config) && { 'strict-transport-security': `max-age=${halfAYear}; includeSubDomains` }),
  'content-security-policy': closedPolicy,
});

/**
 * Sets the security headers of every response, and the request's id. They are set as one object before anything else:
 * headers set on Node's response itself make it check and copy all others twice.
 */
export function securityHeaders(http: FastifyInstance, config: Config): void {
  const always = securityHeadersOf(config);
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id);
    done();
  });
}

/**
 * The content security policy of a page with these scripts, as CSP sources. Scripts run by hash alone: without
 * 'self', so that no file of this site can be loaded as a gadget (docs/decisions/0021-scripts-by-hash.md).
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
