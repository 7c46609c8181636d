import type { IncomingHttpHeaders } from 'node:http';
import { type Config, publicUrl } from '../config.ts';

/**
 * Whether a connection comes from a page of this site: its origin is PUBLIC_URL or the host of the request. Clients
 * other than browsers send no origin; every client needs a valid token anyway.
 */
export function isOwnOrigin(config: Config, { origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.origin === publicUrl(config) || page.host === host;
}
