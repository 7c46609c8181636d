import { newId } from '@inkling/contract/new-id';
import { ApiError, isSignedOut, mayPass, messageOf } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { readInput, storeInput } from '../../lib/stored-input.ts';

/** A message that is not on the server yet. Stored in this browser as JSON. */
export interface Unsent {
  _id: string;
  message: string;
  /** Why it could not be sent; empty while it is being sent. */
  failure: string;
}

/** Sends a message under this id; throws an ApiError. */
export type Send = (id: string, message: string) => Promise<void>;

interface Stored {
  list: Unsent[];
}

const storedList = (key: string): Unsent[] => {
  const list: unknown = readInput<Stored>(key)?.list;
  if (!Array.isArray(list)) return [];
  return list.filter((one) => typeof one?._id === 'string' && typeof one.message === 'string');
};

/** A person's messages that a chat does not have yet, in the order in which they were written. */
export class Outbox {
  readonly #key: string;
  readonly #subscribers = new Set<() => void>();
  /** Those that failed for lack of a connection while this page was open: they are sent when it is back. */
  readonly #toResend = new Set<string>();
  #list: readonly Unsent[];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(key: string) {
    this.#key = key;
    // One without a failure was being sent when the page was left.
    this.#list = storedList(key).map((one) => ({
      ...one,
      failure: one.failure || 'The page was closed too soon.',
    }));
  }

  readonly read = (): readonly Unsent[] => this.#list;
  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  };

  add(message: string, send: Send): void {
    const one = { _id: newId(serverNow()), message, failure: '' };
    this.#change(one._id, one);
    this.#enqueue(one, send);
  }

  retry(id: string, send: Send): void {
    const one = this.#list.find(({ _id }) => _id === id);
    if (one === undefined || one.failure === '') return;
    const sending = { ...one, failure: '' };
    this.#change(id, sending);
    this.#enqueue(sending, send);
  }

  /** Sends again what failed for lack of a connection. */
  resend(send: Send): void {
    for (const id of [...this.#toResend]) this.retry(id, send);
  }

  discard(id: string): void {
    this.#change(id, null);
  }

  #enqueue(one: Unsent, send: Send): void {
    this.#toResend.delete(one._id);
    // One after the other, so that they arrive in their order.
    this.#queue = this.#queue.then(() => this.#send(one, send));
  }

  async #send(one: Unsent, send: Send): Promise<void> {
    const { _id, message } = one;
    try {
      await send(_id, message);
      this.#change(_id, null);
    } catch (error) {
      // An earlier request has sent it, and it was removed since.
      if (error instanceof ApiError && error.code === 'ID_TAKEN') return this.#change(_id, null);
      const isLost = (mayPass(error) && (error as ApiError).status !== 429) || isSignedOut(error);
      if (isLost) this.#toResend.add(_id);
      this.#change(_id, { ...one, failure: messageOf(error, 'Failed to send the message.') });
    }
  }

  #change(id: string, one: Unsent | null): void {
    const changed = (list: readonly Unsent[]): Unsent[] => {
      if (one === null) return list.filter(({ _id }) => _id !== id);
      if (!list.some(({ _id }) => _id === id)) return [...list, one];
      return list.map((other) => (other._id === id ? one : other));
    };
    this.#list = changed(this.#list);
    // Another tab may have stored others.
    const stored = changed(storedList(this.#key));
    storeInput(this.#key, stored.length === 0 ? null : ({ list: stored } satisfies Stored));
    for (const notify of this.#subscribers) notify();
  }
}

const outboxes = new Map<string, Outbox>();

/** The outbox with this storage key. Closing and reopening the chat keeps it while it has messages. */
export function outboxOf(key: string): Outbox {
  for (const [other, { read }] of outboxes) if (read().length === 0) outboxes.delete(other);
  const outbox = outboxes.get(key) ?? new Outbox(key);
  outboxes.set(key, outbox);
  return outbox;
}
