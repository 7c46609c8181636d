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
  const [path = '', ...query] = target.split('?');
  return !dotSegment.test(path) && query.join('?').split('&').length <= maxParameters;
}

/** Refuses malformed request targets and requests without a host or with several, before anything else runs. */
export function refuseMalformedTargets(http: FastifyInstance): void {
  http.addHook('onRequest', ({ raw }, _reply, done) => {
    // `headers` has only the first host, and a proxy in front may use the last.
    const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host';
    const hosts = raw.rawHeaders.filter(isHost).length;
    const hasHost = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
    const readable = hasHost && isWellFormed(raw.url ?? '');
    done(readable ? undefined : new AppError('BAD_INPUT', 'This address couldn’t be read.'));
  });
}
