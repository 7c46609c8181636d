import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingFor } from '../platform/http/encoding.ts';
import { htmlType, type RenderedPage } from './render.ts';
import { trustedScripts } from './trusted-scripts.ts';

/** A page with the same bytes and headers for all viewers. */
export interface PreparedPage {
  status: number;
  /** The target of a redirect, which has no body. */
  location: string | null;
  /** The sources of its own scripts, for the policy. */
  scripts: string[];
  etag: string;
  identity: Buffer;
}

/** A page in each encoding. */
export type SendablePage = PreparedPage &
  Record<Encoding, Buffer> & {
    /** Its size in the cache, in bytes. */
    size: number;
  };

/** Prepares a rendered page: its scripts, its ETag, and its bytes. */
export function preparedPage({ status, location, html: withNonces, nonce }: RenderedPage): PreparedPage {
  const { html, sources } = trustedScripts(withNonces, nonce);
  return {
    status,
    location,
    scripts: sources,
    // Weak, since all encodings of a page have the same ETag.
    etag: `W/"${hash('sha256', html, 'base64url').slice(0, 27)}"`,
    identity: Buffer.from(html),
  };
}

/**
 * Sends a page in an encoding that the browser accepts, or 304 if the browser has it already. One that is not compressed
 * yet is compressed as other texts are.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: (PreparedPage | SendablePage) & { policy: string },
): FastifyReply {
  if (page.location !== null) return reply.redirect(page.location, page.status);
  reply
    .code(page.status)
    .header('cache-control', reply.getHeader('cache-control') ?? 'no-cache')
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  reply.type(htmlType);
  if (!('br' in page)) return reply.send(page.identity);
  const encoding = encodingFor(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page[encoding]);
}
