/**
 * Stands where the nonce of the content security policy goes, in pages rendered on the server. They are kept
 * and sent to many; the server puts a fresh nonce in for each answer. Random, so that no text can name it.
 */
export const noncePlaceholder = import.meta.env.SSR ? `nonce-${crypto.randomUUID()}` : '';
