import { ApiError } from '../../../lib/api.ts';
import { readInput, storeInput } from '../../../lib/stored-input.ts';

/** The bodies that were sent with one idempotency key, in order, without a conclusive response. Stored as JSON. */
interface Sent<Body> {
  key: string;
  bodies: Body[];
}

interface Options<Body> {
  /** Where the browser stores unfinished requests, so that they survive a reload. */
  storageKey: string;
  isSameRequest: (one: Body, other: Body) => boolean;
}

interface Sending<Body, Created> {
  send: (body: Body, key: string) => Promise<Created>;
  /** Updates what an earlier body created to the current one; without it, the caller does that. */
  update?: (created: Created, from: Body) => Promise<Created>;
}

/** Limits of what is stored; a larger request is forgotten on reload. */
const maxStored = 3;
const maxCharacters = 200_000;

/** A random key; crypto.randomUUID is not available on plain HTTP. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const isRejection = (error: unknown, code?: string): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  (code === undefined || error.code === code);

/** Whether the request may have succeeded, or may succeed when repeated (proxy errors, timeouts, 401 and 429). */
const isInconclusive = (error: unknown): boolean =>
  !isRejection(error) || (error instanceof ApiError && [401, 408, 429].includes(error.status));

/**
 * Creates one resource on the server, however often the request is repeated (docs/product/contract.md#idempotency). Until a response
 * arrives, all requests have the same idempotency key.
 */
export class CreateOnce<Body extends object> {
  readonly #options: Options<Body>;
  #sent: Sent<Body> | null = null;

  constructor(options: Options<Body>) {
    this.#options = options;
  }

  /**
   * Resolves to the resource and the body it was created from: an earlier one if the server received it and its response
   * was lost.
   */
  async create<Created>(
    body: Body,
    sending: Sending<Body, Created>,
  ): Promise<{ created: Created; from: Body }> {
    const earlier = this.#sent ?? this.#storedFor(body);
    if (earlier !== null) {
      const result = await this.#retryEarlier(body, earlier, sending);
      if (result !== null) return result;
    }
    const key = newKey();
    this.#store({ key, bodies: [body] });
    try {
      const created = await sending.send(body, key);
      this.#store(null);
      return { created, from: body };
    } catch (error) {
      // The first request was rejected: nothing was created.
      if (!isInconclusive(error)) this.#store(null);
      throw error;
    }
  }

  /** Forgets unfinished requests. A resource that was created anyway stays on the server. */
  clear(): void {
    this.#store(null);
  }

  /** Repeats earlier requests; null if none of them created anything that still exists. */
  async #retryEarlier<Created>(
    body: Body,
    { key, bodies }: Sent<Body>,
    { send, update }: Sending<Body, Created>,
  ) {
    const { isSameRequest } = this.#options;
    const now = bodies.find((one) => isSameRequest(one, body)) ?? body;
    const others = bodies.filter((one) => one !== now);
    this.#store({ key, bodies: [...others, now] });
    // Of the other bodies, the first one is the most likely to have arrived.
    for (const from of [now, ...others]) {
      try {
        const first = await send(from, key);
        const created = update === undefined || isSameRequest(from, body) ? first : await update(first, from);
        this.#store(null);
        return { created, from };
      } catch (error) {
        // Another body with this key arrived first.
        if (isRejection(error, 'KEY_REUSED')) continue;
        if (isRejection(error, 'NOT_FOUND')) break;
        throw error;
      }
    }
    this.#store(null);
    return null;
  }

  #store(sent: Sent<Body> | null): void {
    this.#sent = sent;
    const stored = sent && {
      ...sent,
      bodies: [...sent.bodies.slice(0, maxStored - 1), ...sent.bodies.slice(maxStored - 1).slice(-1)],
    };
    const fits = JSON.stringify(stored).length <= maxCharacters;
    storeInput(this.#options.storageKey, fits ? stored : null);
  }

  /** The unfinished request of an earlier page, but only for the same body: a different one may be a new resource. */
  #storedFor(body: Body): Sent<Body> | null {
    const { key, bodies } = readInput<Sent<Body>>(this.#options.storageKey) ?? {};
    if (typeof key !== 'string' || !Array.isArray(bodies)) return null;
    return bodies.some((one) => this.#options.isSameRequest(one, body)) ? { key, bodies } : null;
  }
}
