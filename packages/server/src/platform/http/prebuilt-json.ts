import { compress, type Encoding, minCompressedBytes } from './encoding.ts';

/** A response that is JSON already, to be sent as it is; its maker vouches for the contract's schema. */
export class PrebuiltJson {
  /** Bytes rather than text: text would be measured and encoded again for every reader. */
  readonly json: Buffer;
  readonly #sent: 'many' | 'once';
  readonly #encodings = new Map<Encoding, Promise<Buffer>>();

  /** `many` for one that is kept: it is compressed once for all readers, and better. */
  constructor(json: Buffer, sent: 'many' | 'once' = 'once') {
    this.json = json;
    this.#sent = sent;
  }

  /** Bytes that keeping it may cost in all encodings. */
  get size(): number {
    return this.json.length * 3;
  }

  encodedAs(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.json;
    const known = this.#encodings.get(encoding);
    if (known !== undefined) return known;
    const bytes = compress(this.json, encoding, this.#sent);
    this.#encodings.set(encoding, bytes);
    // What failed is tried again by the next request.
    bytes.catch(() => this.#encodings.delete(encoding));
    return bytes;
  }

  /** Whether it is long enough to be compressed. */
  get isCompressible(): boolean {
    return this.json.length >= minCompressedBytes;
  }
}
