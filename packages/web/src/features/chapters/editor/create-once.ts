import { ApiError } from '../../../lib/api.ts';
import { persistForm, readPersistedForm } from '../../../lib/persisted-form.ts';

/** What was sent under one key, in the order of sending, without an answer that tells what came of it. */
interface Sent<Body> {
  key: string;
  bodies: Body[];
}

interface Parts<Body> {
  /** Under which name this browser keeps what was sent, for after a reload. */
  storageKey: string;
  same: (one: Body, other: Body) => boolean;
}

interface Sending<Body, Created> {
  send: (body: Body, key: string) => Promise<Created>;
  /** Brings what was made of an earlier body up to this one. Without it that is left to the caller. */
  update?: (created: Created, from: Body) => Promise<Created>;
}

/** So much is written down: beyond that, and of a browser that is left, nothing is known after a reload. */
const maxStored = 3;
const maxCharacters = 200_000;

/** Long and random enough to be nobody else's; made so that it works on plain http as well. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const isRefusal = (error: unknown, code?: string): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  (code === undefined || error.code === code);

/** The answer of a proxy, or one that another attempt may have better luck with. */
const isInconclusive = (error: unknown): boolean =>
  !isRefusal(error) || (error instanceof ApiError && [401, 408, 429].includes(error.status));

/**
 * Makes one thing on the server, however often it has to be asked (docs/product.md §1.12): as long as no answer has
 * come, whatever is sent has the same key.
 */
export class CreateOnce<Body extends object> {
  readonly #parts: Parts<Body>;
  #sent: Sent<Body> | null = null;

  constructor(parts: Parts<Body>) {
    this.#parts = parts;
  }

  /**
   * Resolves to what was made, and of which body: an earlier one, where that had arrived although its answer did not
   * come back.
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
      // Refused the first time: nothing has come of it.
      if (!isInconclusive(error)) this.#store(null);
      throw error;
    }
  }

  /** Whoever has sent it wants nothing kept of it. What arrived is on the server, and is theirs to delete. */
  clear(): void {
    this.#store(null);
  }

  /** Null when what was sent before has led to nothing that is still there. */
  async #retryEarlier<Created>(
    body: Body,
    { key, bodies }: Sent<Body>,
    { send, update }: Sending<Body, Created>,
  ) {
    const { same } = this.#parts;
    const now = bodies.find((one) => same(one, body)) ?? body;
    const others = bodies.filter((one) => one !== now);
    this.#store({ key, bodies: [...others, now] });
    // Of the others it is the first, if no network was lost in between, that arrived.
    for (const from of [now, ...others]) {
      try {
        const first = await send(from, key);
        const created = update === undefined || same(from, body) ? first : await update(first, from);
        this.#store(null);
        return { created, from };
      } catch (error) {
        // It was another of them that arrived.
        if (isRefusal(error, 'KEY_REUSED')) continue;
        if (isRefusal(error, 'NOT_FOUND')) break;
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
    persistForm(this.#parts.storageKey, fits ? stored : null);
  }

  /** What an earlier page has sent, if it was this: what is other may be meant to be another thing. */
  #storedFor(body: Body): Sent<Body> | null {
    const { key, bodies } = readPersistedForm<Sent<Body>>(this.#parts.storageKey) ?? {};
    if (typeof key !== 'string' || !Array.isArray(bodies)) return null;
    return bodies.some((one) => this.#parts.same(one, body)) ? { key, bodies } : null;
  }
}
