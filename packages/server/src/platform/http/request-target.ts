import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

const maxParameters = 50;
/** Browsers read `//` and `/\` as the start of another site's URL; `/./` and `/../` can become that. */
const wellFormed = /^\/(?![/\\])[!-~\x80-\uffff]*$/;
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/**
 * Whether a request target is a path of this site. Clients resolve dot segments before they send a path, and send
 * absolute URLs (`http://…`) only to proxies, which this server is not.
 */
export function isWellFormed(target: string): boolean {
  if (!wellFormed.test(target)) return false;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (path.includes('.') || path.includes('%')) {
    if (dotSegment.test(path)) return false;
  }
  if (query === -1) return true;
  let parameters = 1;
  for (let index = target.indexOf('&', query); index !== -1; index = target.indexOf('&', index + 1))
    parameters += 1;
  return parameters <= maxParameters;
}

/** How often a request names its host; Node keeps only the first, and a proxy in front may use the last. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}

/** Refuses malformed request targets and requests without a host or with several, before anything else runs. */
export function refuseMalformedTargets(http: FastifyInstance): void {
  http.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = hostsOf(raw);
    const hasHost = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
    const readable = hasHost && isWellFormed(raw.url ?? '');
    done(readable ? undefined : new AppError('BAD_INPUT', 'This address could not be read.'));
  });
}
