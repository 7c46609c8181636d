import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { type Config, publicUrl } from '../config.ts';

/**
 * Security headers of every answer (docs/product.md §1.7). Scripts run by nonce alone; styles may be inline,
 * since the toasts and the dialogs' scroll lock write them at run time.
 */
export async function securityHeaders(http: FastifyInstance, config: Config): Promise<void> {
  const secure = publicUrl(config).startsWith('https:');
  await http.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 15_552_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  const base = contentPolicy(secure);
  http.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', base.withNonce(null));
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
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
