import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AppError } from '../../platform/app-error.ts';
import { hashingThreads } from './hashing-threads.ts';

interface Cost {
  /** Memory in KiB, passes, lanes. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** docs/product.md §2.3. Raise these and every password is hashed anew at its next log-in. */
const currentCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

// Hashes share the processors with everything else: one of them is always left to the rest.
const atOnce = Math.min(4, Math.max(1, availableParallelism() - 1));
const derive = hashingThreads(atOnce);
const mayWait = 50;
let running = 0;
const waiting: (() => void)[] = [];

/** Refuses while too many wait: told at once, and before anything is looked up, a flood costs next to nothing. */
export function limitConcurrentHashing(): void {
  if (running < atOnce || waiting.length < mayWait) return;
  throw new AppError('BUSY', 'Many people are signing in right now. Please try again in a few seconds.', {
    // Not the same for all, or all would be back at once.
    retryAfterSeconds: randomInt(2, 8),
  });
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  limitConcurrentHashing();
  if (running >= atOnce) {
    // The one who wakes us hands over its place, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const tagOf = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  inTurn(() => derive({ message: password, nonce: salt, tagLength, ...cost }));

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Argon2id in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, salt, currentCost);
  const { memory, passes, parallelism } = currentCost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether the password is the one, and whether its hash was made at another cost than today's. */
export async function verifyPassword(
  password: string,
  stored: string,
): Promise<{ matches: boolean; outdated: boolean }> {
  const parts = phc.exec(stored);
  if (parts === null) return { matches: false, outdated: false };
  const [, m, t, p, salt = '', tag = ''] = parts;
  const cost: Cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  const expected = Buffer.from(tag, 'base64');
  const actual = await tagOf(password, Buffer.from(salt, 'base64'), cost);
  const matches = expected.length === actual.length && timingSafeEqual(expected, actual);
  const outdated =
    cost.memory !== currentCost.memory ||
    cost.passes !== currentCost.passes ||
    cost.parallelism !== currentCost.parallelism;
  return { matches, outdated };
}

/** Compared with when nobody has the email that was typed: the same work, never a match. */
export const dummyHash = `$argon2id$v=19$m=${currentCost.memory},t=${currentCost.passes},p=${currentCost.parallelism}$${base64(Buffer.alloc(16, 7))}$${base64(Buffer.alloc(tagLength, 9))}`;
