import { ApiError } from '../../../lib/api.ts';
import { persistForm, readPersistedForm } from '../../../lib/persisted-form.ts';

/** What was sent under one key, in the order of sending, without an answer that tells what came of it. */
interface Sent<Body> {
  key: string;
  bodies: Body[];
}

interface Parts<Body> {
  /** Under which name this browser keeps what was sent, for after a reload. */
  keptAs: string;
  same: (one: Body, other: Body) => boolean;
}

interface Sending<Body, Made> {
  send: (body: Body, key: string) => Promise<Made>;
  /** Brings what was made of an earlier body up to this one. Without it that is left to the caller. */
  update?: (made: Made, from: Body) => Promise<Made>;
}

/** So much is written down: beyond that, and of a browser that is left, nothing is known after a reload. */
const maxKept = 3;
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
const tellsNothing = (error: unknown): boolean =>
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
  async make<Made>(body: Body, sending: Sending<Body, Made>): Promise<{ made: Made; from: Body }> {
    const earlier = this.#sent ?? this.#keptWith(body);
    if (earlier !== null) {
      const answered = await this.#again(body, earlier, sending);
      if (answered !== null) return answered;
    }
    const key = newKey();
    this.#keep({ key, bodies: [body] });
    try {
      const made = await sending.send(body, key);
      this.#keep(null);
      return { made, from: body };
    } catch (error) {
      // Refused the first time: nothing has come of it.
      if (!tellsNothing(error)) this.#keep(null);
      throw error;
    }
  }

  /** Whoever has sent it wants nothing kept of it. What arrived is on the server, and is theirs to delete. */
  forget(): void {
    this.#keep(null);
  }

  /** Null when what was sent before has led to nothing that is still there. */
  async #again<Made>(body: Body, { key, bodies }: Sent<Body>, { send, update }: Sending<Body, Made>) {
    const { same } = this.#parts;
    const now = bodies.find((one) => same(one, body)) ?? body;
    const others = bodies.filter((one) => one !== now);
    this.#keep({ key, bodies: [...others, now] });
    // Of the others it is the first, if no network was lost in between, that arrived.
    for (const from of [now, ...others]) {
      try {
        const first = await send(from, key);
        const made = update === undefined || same(from, body) ? first : await update(first, from);
        this.#keep(null);
        return { made, from };
      } catch (error) {
        // It was another of them that arrived.
        if (isRefusal(error, 'KEY_REUSED')) continue;
        if (isRefusal(error, 'NOT_FOUND')) break;
        throw error;
      }
    }
    this.#keep(null);
    return null;
  }

  #keep(sent: Sent<Body> | null): void {
    this.#sent = sent;
    const kept = sent && {
      ...sent,
      bodies: [...sent.bodies.slice(0, maxKept - 1), ...sent.bodies.slice(maxKept - 1).slice(-1)],
    };
    const fits = JSON.stringify(kept).length <= maxCharacters;
    persistForm(this.#parts.keptAs, fits ? kept : null);
  }

  /** What an earlier page has sent, if it was this: what is other may be meant to be another thing. */
  #keptWith(body: Body): Sent<Body> | null {
    const { key, bodies } = readPersistedForm<Sent<Body>>(this.#parts.keptAs) ?? {};
    if (typeof key !== 'string' || !Array.isArray(bodies)) return null;
    return bodies.some((one) => this.#parts.same(one, body)) ? { key, bodies } : null;
  }
}
