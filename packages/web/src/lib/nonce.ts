/**
 * Marks the scripts that the program itself puts into a page rendered on the server. The server hashes the marked
 * scripts for the content security policy and removes the mark before it sends the page. Random, so that no text of a
 * story or a person can contain it.
 */
export const trustedScriptNonce = import.meta.env.SSR ? `trusted-${crypto.randomUUID()}` : undefined;
