import type { IncomingHttpHeaders } from 'node:http';
import { type Config, publicUrl } from '../config.ts';

/**
 * Whether a connection is asked for by a page of this site: one at PUBLIC_URL, or at the host that it asks. Programs
 * that are no browsers name no origin; what counts for all is the token.
 */
export function isOwnOrigin(config: Config, { origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return asked.origin === new URL(publicUrl(config)).origin || asked.host === host;
}
