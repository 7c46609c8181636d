/**
 * Marks the inline scripts that we put into a server-rendered page. The server hashes marked scripts for the content
 * security policy and removes the mark from the page. It is random, so that no user content can contain it.
 */
export const trustedScriptNonce = import.meta.env.SSR ? `trusted-${crypto.randomUUID()}` : undefined;
