/** A response of Inkling, for the bare server to repeat. */
export interface CachedResponse {
  method: 'GET' | 'POST';
  path: string;
  type: string;
  /** Its content-encoding; empty for none. */
  encoding: string;
  /** Base64. */
  body: string;
}

/** The name under which an answer is kept: the same request has another answer for those who take it compressed. */
export const responseName = (method: string, path: string, isCompressed: boolean): string =>
  `${method} ${path}${isCompressed ? ' compressed' : ''}`;
