import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Config, publicUrl } from '../platform/config.ts';
import { contentPolicy } from '../platform/http/headers.ts';
import type { RenderedPage } from './render.ts';

const nonceBytes = 16;
/** Characters of a nonce in base64. */
const nonceLength = Math.ceil(nonceBytes / 3) * 4;

/** A page as bytes, with the places where each answer's nonce goes; sending it takes a copy and no encoding. */
export interface PreparedPage {
  status: number;
  location: string | null;
  bytes: Buffer;
  nonceAt: number[];
}

export function preparePage(
  { status, location, html }: RenderedPage,
  noncePlaceholder: string,
): PreparedPage {
  const parts = html.split(noncePlaceholder).map((part) => Buffer.from(part));
  const blank = Buffer.alloc(nonceLength);
  const nonceAt: number[] = [];
  let length = 0;
  for (const part of parts.slice(0, -1)) {
    nonceAt.push(length + part.length);
    length += part.length + nonceLength;
  }
  const bytes = Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [blank, part])));
  return { status, location, bytes, nonceAt };
}

/** Sends a prepared page with a nonce of its own. */
export function pageSender(config: Config) {
  const policy = contentPolicy(publicUrl(config).startsWith('https:'));
  return (reply: FastifyReply, page: PreparedPage) => {
    if (page.location !== null) return reply.redirect(page.location, page.status);
    const nonce = randomBytes(nonceBytes).toString('base64');
    const body = Buffer.from(page.bytes);
    for (const place of page.nonceAt) body.write(nonce, place, 'latin1');
    return reply
      .code(page.status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', reply.getHeader('cache-control') ?? 'no-cache')
      .header('content-security-policy', policy.withNonce(nonce))
      .send(body);
  };
}
