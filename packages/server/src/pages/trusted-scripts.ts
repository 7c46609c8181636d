import { hash } from 'node:crypto';

/** A page's HTML without nonces, and the scripts that its content security policy must allow. */
export interface PageScripts {
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
