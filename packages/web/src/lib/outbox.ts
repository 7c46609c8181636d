import { newId } from '@inkling/contract/new-id';
import { ApiError, messageOf } from './api.ts';
import { serverNow } from './server-time.ts';
import { readInput, storeInput } from './stored-input.ts';

/** What a person made and the server does not have yet. Stored in this browser as JSON. */
export type Unsent<Made extends object> = Made & {
  _id: string;
  /** Why it could not be sent; empty while it is being sent. */
  failure: string;
  /** Whether `resend` sends it. */
  isLost?: boolean;
  /** Whether it has failed before, also while it is sent again. */
  hasFailed?: boolean;
};

/** Sends something under its id, once however often it is repeated; throws an ApiError. */
export type Send<Made extends object> = (one: Unsent<Made>) => Promise<void>;

interface Options<Made extends object> {
  /** Whether a stored value is one, with the texts that are shown. */
  isMade: (stored: Partial<Made>) => boolean;
  /** Why what was being sent when the page was left has failed. */
  interrupted: string;
  /** Whether what an earlier page could not send for lack of a connection is sent without being asked. */
  resumes: boolean;
  /** Whether a failure is one for lack of a connection or a session. */
  isLost: (error: unknown) => boolean;
  /** The message for a failure that has none. */
  fallback: (made: Made) => string;
}

/** What one person made in one place, in the order in which it was made, until the server has it. */
export class Outbox<Made extends object> {
  readonly #key: string;
  readonly #options: Options<Made>;
  readonly #subscribers = new Set<() => void>();
  #list: readonly Unsent<Made>[];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(key: string, options: Options<Made>) {
    this.#key = key;
    this.#options = options;
    this.#list = this.#ofEarlierPage();
  }

  readonly read = (): readonly Unsent<Made>[] => this.#list;
  readonly subscribe = (subscriber: () => void): (() => void) => {
    // Another tab may have stored some since.
    if (this.#subscribers.size === 0 && this.#list.length === 0) this.#list = this.#ofEarlierPage();
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  };

  /** Shows and sends something; resolves to why that failed, or to null. */
  async add(made: Made, send: Send<Made>): Promise<string | null> {
    const one = { ...made, _id: newId(serverNow()), failure: '' };
    this.#change(one._id, one);
    await this.#enqueue(one, send);
    return this.#find(one._id)?.failure || null;
  }

  retry(id: string, send: Send<Made>): void {
    const one = this.#find(id);
    if (one === undefined || one.failure === '') return;
    const sending = { ...one, failure: '', isLost: false };
    this.#change(id, sending);
    void this.#enqueue(sending, send);
  }

  /** Sends again what failed for lack of a connection or a session. */
  resend(send: Send<Made>): void {
    for (const { _id, isLost } of this.#list) if (isLost) this.retry(_id, send);
  }

  discard(id: string): void {
    this.#change(id, null);
  }

  #find(id: string): Unsent<Made> | undefined {
    return this.#list.find(({ _id }) => _id === id);
  }

  #stored(): Unsent<Made>[] {
    const list: unknown = readInput<{ list: unknown }>(this.#key)?.list;
    if (!Array.isArray(list)) return [];
    return list.filter((one) => typeof one?._id === 'string' && this.#options.isMade(one));
  }

  #ofEarlierPage(): readonly Unsent<Made>[] {
    const { interrupted, resumes } = this.#options;
    // One without a failure was being sent when the page was left.
    return this.#stored().map((one) => ({
      ...one,
      failure: one.failure || interrupted,
      isLost: resumes && (one.failure === '' || one.isLost === true),
    }));
  }

  /** One after the other, so that they arrive in their order. */
  #enqueue(one: Unsent<Made>, send: Send<Made>): Promise<unknown> {
    this.#queue = this.#queue.then(() => this.#send(one, send));
    return this.#queue;
  }

  async #send(one: Unsent<Made>, send: Send<Made>): Promise<void> {
    const { isLost, fallback } = this.#options;
    try {
      await send(one);
      this.discard(one._id);
    } catch (error) {
      // An earlier request has sent it, and it was removed since.
      if (error instanceof ApiError && error.code === 'ID_TAKEN') return this.discard(one._id);
      const failure = messageOf(error, fallback(one));
      this.#change(one._id, { ...one, failure, isLost: isLost(error), hasFailed: true });
    }
  }

  #change(id: string, one: Unsent<Made> | null): void {
    const changed = (list: readonly Unsent<Made>[]): Unsent<Made>[] => {
      if (one === null) return list.filter(({ _id }) => _id !== id);
      if (!list.some(({ _id }) => _id === id)) return [...list, one];
      return list.map((other) => (other._id === id ? one : other));
    };
    this.#list = changed(this.#list);
    // Another tab may have stored others.
    const stored = changed(this.#stored());
    storeInput(this.#key, stored.length === 0 ? null : { list: stored });
    for (const notify of this.#subscribers) notify();
  }
}

/** Finds an outbox by its storage key: parts of a page share it, and what a closed part made is still sent. */
export function outboxes<Made extends object>(options: Options<Made>): (key: string) => Outbox<Made> {
  const known = new Map<string, Outbox<Made>>();
  return (key) => {
    const outbox = known.get(key) ?? new Outbox(key, options);
    known.set(key, outbox);
    return outbox;
  };
}
