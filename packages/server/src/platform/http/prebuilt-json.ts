import { compress, type Encoding, minCompressedBytes } from './encoding.ts';

/** A response that is already JSON. Its creator must ensure that it matches the contract's schema. */
export class PrebuiltJson {
  /** Bytes rather than a string, which would be encoded again for every response. */
  readonly json: Buffer;
  readonly #sent: 'many' | 'once';
  readonly #encodings = new Map<Encoding, Promise<Buffer>>();

  /** `many` for a cached response: it is compressed once, at a higher level. */
  constructor(json: Buffer, sent: 'many' | 'once' = 'once') {
    this.json = json;
    this.#sent = sent;
  }

  /** An upper bound in bytes of its size in a cache, with all encodings. */
  get size(): number {
    return this.json.length * 3;
  }

  encodedAs(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.json;
    const existing = this.#encodings.get(encoding);
    if (existing !== undefined) return existing;
    const bytes = compress(this.json, encoding, this.#sent);
    this.#encodings.set(encoding, bytes);
    // After a failure, the next request tries again.
    bytes.catch(() => this.#encodings.delete(encoding));
    return bytes;
  }

  /** Whether it is large enough to be compressed. */
  get isCompressible(): boolean {
    return this.json.length >= minCompressedBytes;
  }
}

/** A successful response to `Prefer: return=minimal`. */
export class MinimalJson extends PrebuiltJson {
  constructor(data: object) {
    super(Buffer.from(JSON.stringify({ success: true, data })));
  }
}

/** A successful response to cache and send many times. */
export const prebuiltJson = (body: object): PrebuiltJson =>
  new PrebuiltJson(Buffer.from(JSON.stringify({ success: true, ...body })), 'many');
