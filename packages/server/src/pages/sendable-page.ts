import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor } from '../platform/http/encoding.ts';
import { htmlType, type RenderedPage } from './render.ts';
import { trustedScripts } from './trusted-scripts.ts';

/** A page in each encoding, with the same bytes and headers for all viewers. */
export interface SendablePage {
  status: number;
  /** The target of a redirect, which has no body. */
  location: string | null;
  policy: string;
  etag: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
  /** Its size in the cache, in bytes. */
  size: number;
}

/** Prepares a rendered page: its policy, its ETag, and its bytes, compressed once off the main thread. */
export async function sendablePage(
  { status, location, html: htmlWithNonces }: RenderedPage,
  nonce: string,
  policyWith: (scripts: string[]) => string,
): Promise<SendablePage> {
  const { html, sources } = trustedScripts(htmlWithNonces, nonce);
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([
    compress(identity, 'br', 'many'),
    compress(identity, 'gzip', 'many'),
  ]);
  const policy = policyWith(sources);
  const overhead = 2048;
  return {
    status,
    location,
    policy,
    // Weak, since all encodings of a page have the same ETag.
    etag: `W/"${hash('sha256', html, 'base64url').slice(0, 27)}"`,
    identity,
    br,
    gzip: zipped,
    size: identity.length + br.length + zipped.length + overhead,
  };
}

/** Sends a page in an encoding that the browser accepts, or 304 if the browser has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: SendablePage): FastifyReply {
  if (page.location !== null) return reply.redirect(page.location, page.status);
  reply
    .code(page.status)
    .header('cache-control', reply.getHeader('cache-control') ?? 'no-cache')
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const encoding = encodingFor(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(htmlType).send(page[encoding]);
}
