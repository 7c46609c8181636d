import type { FastifyInstance } from 'fastify';
import { type Config, publicUrl } from '../config.ts';
import { apiPrefix } from './bind.ts';

/** Tells browsers to be strict; what each one is for stands in docs/product.md §1.7. */
const strict = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const halfAYear = 15_552_000;

/** What is no page may load nothing at all; and it is short, since every character of a header is looked at. */
const policyOfCalls = "default-src 'none'; frame-ancestors 'none'";
const callPrefix = `${apiPrefix}/`;
const docsPath = `${apiPrefix}/docs`;

/**
 * Security headers of every answer, which a route may replace with its own, and the request's id. They are set as
 * one object before anything else: headers set on Node's answer itself make it check and copy all others twice.
 */
export function securityHeaders(http: FastifyInstance, config: Config): void {
  const secure = publicUrl(config).startsWith('https:');
  const always = {
    ...strict,
    ...(secure && { 'strict-transport-security': `max-age=${halfAYear}; includeSubDomains` }),
    'content-security-policy': contentPolicy(secure).withNonce(null),
  };
  const ofCalls = { ...always, 'content-security-policy': policyOfCalls };
  http.addHook('onRequest', (request, reply, done) => {
    const call = request.url.startsWith(callPrefix) && !request.url.startsWith(docsPath);
    reply.headers(call ? ofCalls : always).header('x-request-id', request.id);
    done();
  });
}

/** The content security policy, with or without the nonce of one answer. */
export function contentPolicy(secure: boolean): { withNonce(nonce: string | null): string } {
  const rest = [
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return {
    withNonce: (nonce) =>
      `default-src 'none'; script-src 'self'${nonce === null ? '' : ` 'nonce-${nonce}'`}; ${rest}`,
  };
}
