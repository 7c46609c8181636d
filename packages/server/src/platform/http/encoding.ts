import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smaller responses are not compressed, because it would save little. */
export const minCompressedBytes = 2048;

// Cached, since browsers send only a few different headers.
const negotiator = new negotiate.Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 500 }) as negotiate.CacheStore,
});

/** The best encoding that the request accepts; `identity` without an Accept-Encoding header. */
export function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string' || accepted.length > 200) return 'identity';
  return negotiator.negotiate(accepted) ?? 'identity';
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compression levels: higher for responses that are cached and sent many times. */
const levels = { many: { brotli: 6, gzip: 6 }, once: { brotli: 1, gzip: 1 } };

/** Compresses bytes in Node's thread pool. */
export function compress(
  bytes: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  sent: keyof typeof levels,
): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: levels[sent].gzip });
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: levels[sent].brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/**
 * Compresses responses that are sent as text, such as JSON that is not cached. Each is compressed as a whole rather than
 * as a stream, so that it has a length and leaves in one write.
 */
export function compressTexts(http: FastifyInstance): void {
  http.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < minCompressedBytes) return done(null, payload);
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
    const encoding = encodingFor(request);
    if (encoding === 'identity') return done(null, payload);
    compress(Buffer.from(payload), encoding, 'once').then((bytes) => {
      reply.header('content-encoding', encoding);
      done(null, bytes);
    }, done);
  });
}
