import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
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
const levels = { many: 6, once: 1 };
type Sent = keyof typeof levels;

/** As a power of two, in bytes. */
const smallWindow = 18;

export const gzipOptions = (sent: Sent) => ({ level: levels[sent] });
export const brotliOptions = (bytes: Buffer, sent: Sent) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: levels[sent],
    // The usual window of 4 MB costs a third of the time of a small response.
    ...(bytes.length <= 1 << smallWindow && { [constants.BROTLI_PARAM_LGWIN]: smallWindow }),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  },
});

/** In bytes. Up to this size, handing a response to another thread takes longer than compressing it: 0.15 and 0.03 to 0.1 ms. */
const maxCompressedHere = 128 * 1024;

/** Compresses bytes; many, or at a higher level, in Node's thread pool. */
export async function compress(
  bytes: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  sent: Sent,
): Promise<Buffer> {
  const isHere = sent === 'once' && bytes.length <= maxCompressedHere;
  if (encoding === 'gzip') return (isHere ? gzipSync : zip)(bytes, gzipOptions(sent));
  return (isHere ? brotliCompressSync : brotli)(bytes, brotliOptions(bytes, sent));
}

/** Compresses texts that are not cached, at a fast level since each is sent once. Streams are sent as they are. */
export function compressResponses(http: FastifyInstance): void {
  http.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || request.method === 'HEAD' || reply.hasHeader('content-encoding')) return done();
    if (Buffer.byteLength(payload) < minCompressedBytes || !/^text\/|json|xml|javascript/.test(type))
      return done();
    const vary = reply.getHeader('vary');
    if (!String(vary).includes('accept-encoding'))
      reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
    const encoding = encodingFor(request);
    if (encoding === 'identity') return done();
    reply.header('content-encoding', encoding).removeHeader('content-length');
    compress(typeof payload === 'string' ? Buffer.from(payload) : payload, encoding, 'once').then(
      (bytes) => done(null, bytes),
      done,
    );
  });
}
