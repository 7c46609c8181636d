import { newId } from '@inkling/contract/new-id';
import { ApiError } from './api.ts';
import { serverNow } from './server-time.ts';
import { readInput, storeInput } from './stored-input.ts';

/** What was sent with an id, without a conclusive response. Stored as JSON. */
interface Sent<Values> {
  id: string;
  values: Values;
}

interface Options<Values> {
  /** Where the browser stores an unfinished request, so that it survives a reload. */
  storageKey: string;
  isSame: (one: Values, other: Values) => boolean;
}

/** A larger request is forgotten on reload. */
const maxCharacters = 200_000;

/** Whether the server has refused the request for good. A proxy error, a 401, 408 or 429 says nothing about earlier requests. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status);

/**
 * Creates one thing on the server, however often the request is repeated: until a response arrives, all requests have
 * the same id (docs/product/contract.md#ids-chosen-by-the-client).
 */
export class CreateOnce<Values extends object> {
  readonly #options: Options<Values>;
  #sent: Sent<Values> | null = null;

  constructor(options: Options<Values>) {
    this.#options = options;
  }

  /** `firstId`: the id, unless an earlier request had another one. Resolves to what exists under the id now. If `repeated`, an earlier request may have created it from other values. */
  async create<Created>(
    values: Values,
    send: (id: string) => Promise<Created>,
    firstId = newId(serverNow()),
  ): Promise<{ created: Created; repeated: boolean }> {
    const earlier = this.#sent ?? this.#storedFor(values);
    if (earlier !== null) {
      try {
        return { created: await this.#sendAs({ id: earlier.id, values }, send), repeated: true };
      } catch (error) {
        // What an earlier request created was deleted since.
        if (!(error instanceof ApiError && error.code === 'ID_TAKEN')) throw error;
      }
    }
    const sent = { id: earlier === null ? firstId : newId(serverNow()), values };
    try {
      return { created: await this.#sendAs(sent, send), repeated: false };
    } catch (error) {
      if (isRefused(error)) this.clear();
      throw error;
    }
  }

  /** Forgets an unfinished request. What it created anyway stays on the server. */
  clear(): void {
    this.#store(null);
  }

  async #sendAs<Created>(sent: Sent<Values>, send: (id: string) => Promise<Created>): Promise<Created> {
    this.#store(sent);
    const created = await send(sent.id);
    this.#store(null);
    return created;
  }

  #store(sent: Sent<Values> | null): void {
    this.#sent = sent;
    const fits = JSON.stringify(sent).length <= maxCharacters;
    storeInput(this.#options.storageKey, fits ? sent : null);
  }

  /** The unfinished request of an earlier page, but only for the same values: others may be meant as another thing. */
  #storedFor(values: Values): Sent<Values> | null {
    const { id, values: stored } = readInput<Sent<Values>>(this.#options.storageKey) ?? {};
    if (typeof id !== 'string' || typeof stored !== 'object' || stored === null) return null;
    return this.#options.isSame(stored, values) ? { id, values: stored } : null;
  }
}
