/** A recorded response of Inkling, which the bare server replays. */
export interface CachedResponse {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  type: string;
  /** Its content-encoding; empty for none. */
  encoding: string;
  /** Base64. */
  body: string;
}

/** The key of a cached response: compressed and uncompressed responses differ. */
export const responseName = (method: string, path: string, isCompressed: boolean): string =>
  `${method} ${path}${isCompressed ? ' compressed' : ''}`;
