import { hash } from 'node:crypto';

/** A page's HTML without the mark of its scripts, and what its content security policy has to allow. */
export interface ScriptsOfPage {
  html: string;
  /** CSP sources: the hash of each inline script, and the integrity of each file that the page names. */
  sources: string[];
}

/**
 * Collects the scripts that the program itself has put into a page, by the random mark that it gave them as their
 * `nonce`; anything else that looks like a script is left to be refused by the policy. The mark is removed, so that
 * the page's bytes are the same in every response.
 */
export function trustedScripts(marked: string, mark: string): ScriptsOfPage {
  const sources = new Set<string>();
  const attribute = ` nonce="${mark}"`;
  for (const [tag] of marked.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    if (!tag.includes(attribute)) continue;
    const integrity = / integrity="(sha(?:256|384|512)-[A-Za-z0-9+/=]+)"/.exec(tag)?.[1];
    if (integrity !== undefined) sources.add(`'${integrity}'`);
  }
  for (const [, tag = '', text = ''] of marked.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)) {
    if (tag.includes(attribute)) sources.add(`'sha256-${hash('sha256', text, 'base64')}'`);
  }
  const html = marked.replaceAll(attribute, '');
  if (html.includes(mark)) throw new Error('The mark of a page’s scripts stands elsewhere in the page.');
  return { html, sources: [...sources] };
}
