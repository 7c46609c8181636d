import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingFor } from '../platform/http/encoding.ts';
import { htmlType, type RenderedPage } from './render.ts';

/** A page's HTML without nonces, and the scripts that its content security policy must allow. */
interface PageScripts {
  html: string;
  /** CSP sources: the hash of each inline script, and the integrity of each referenced file. */
  sources: string[];
}

/**
 * Collects the page's own scripts, which the renderer marked with a random `nonce`; the policy blocks any other script.
 * Removes the nonce, so that the page's bytes are the same in every response.
 */
export function trustedScripts(htmlWithNonces: string, nonce: string): PageScripts {
  const sources = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  for (const [tag] of htmlWithNonces.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    if (!tag.includes(attribute)) continue;
    const integrity = / integrity="(sha(?:256|384|512)-[A-Za-z0-9+/=]+)"/.exec(tag)?.[1];
    if (integrity !== undefined) sources.add(`'${integrity}'`);
  }
  for (const [, tag = '', text = ''] of htmlWithNonces.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)) {
    if (tag.includes(attribute)) sources.add(`'sha256-${hash('sha256', text, 'base64')}'`);
  }
  const html = htmlWithNonces.replaceAll(attribute, '');
  if (html.includes(nonce))
    throw new Error('The script nonce appears in a page outside a script or link tag.');
  return { html, sources: [...sources] };
}

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
