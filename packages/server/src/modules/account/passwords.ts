import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import { hashingThreads } from './hashing-threads.ts';

export interface PasswordCost {
  /** Memory in KiB, passes, lanes. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** After raising these, every password is rehashed at its next sign-in (docs/product/account.md#passwords). */
export const serverCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
let currentCost = serverCost;
/** Only for tests: most of them need many hashes and none of their strength. */
export function usePasswordCost(cost: PasswordCost): void {
  currentCost = cost;
}

const tagLength = 32;

// Always leave one processor to everything else.
const maxConcurrent = Math.min(4, Math.max(1, availableParallelism() - 1));
const derive = hashingThreads(maxConcurrent);
const hashing = pLimit(maxConcurrent);

/** Requests with a password that are in progress at once: those whose hashes are computed, and 50 that wait. */
export const maxPasswordRequests = maxConcurrent + 50;
let passwordRequests = 0;

/** Throws BUSY while there are too many requests with a password. Called before such a request is read. */
export function requireHashingRoom(): void {
  if (passwordRequests < maxPasswordRequests) return;
  throw new AppError('BUSY', 'Many people are signing in right now. Please try again in a few seconds.', {
    // Randomized, so that clients do not all retry at the same time.
    retryAfterSeconds: randomInt(2, 8),
  });
}

/** Does the work of a request with a password, from its first look-up; throws BUSY if there are too many. */
export async function limitHashing<T>(work: () => Promise<T>): Promise<T> {
  requireHashingRoom();
  passwordRequests += 1;
  return work().finally(() => {
    passwordRequests -= 1;
  });
}

const computeTag = (password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> =>
  hashing(() => derive({ message: password, nonce: salt, tagLength, ...cost }));

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Argon2id in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await computeTag(password, salt, currentCost);
  const { memory, passes, parallelism } = currentCost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether the password matches, and whether its hash uses an outdated cost. */
export async function verifyPassword(
  password: string,
  stored: string,
): Promise<{ matches: boolean; outdated: boolean }> {
  const parts = phc.exec(stored);
  if (parts === null) return { matches: false, outdated: false };
  const [, m, t, p, salt = '', tag = ''] = parts;
  const cost: PasswordCost = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  const expected = Buffer.from(tag, 'base64');
  const actual = await computeTag(password, Buffer.from(salt, 'base64'), cost);
  const matches = expected.length === actual.length && timingSafeEqual(expected, actual);
  const outdated =
    cost.memory !== currentCost.memory ||
    cost.passes !== currentCost.passes ||
    cost.parallelism !== currentCost.parallelism;
  return { matches, outdated };
}

/** Compared when no account matches: the same work, never a match. */
export const dummyHash = (): string =>
  `$argon2id$v=19$m=${currentCost.memory},t=${currentCost.passes},p=${currentCost.parallelism}$${base64(Buffer.alloc(16, 7))}$${base64(Buffer.alloc(tagLength, 9))}`;
