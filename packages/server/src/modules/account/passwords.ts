import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { signInRequired } from '../../platform/access.ts';
import { AppError, fieldError } from '../../platform/app-error.ts';
import { compileCacheEnv } from '../../platform/compile-cache.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { findCredentials, lockToken } from './account.queries.ts';
import { lockAccount } from './email-tokens.queries.ts';
import { accountSubject, beginAttempt, recordFailedAttempt, requireAttemptAllowed } from './login-limits.ts';

/** Input for one Argon2id hash; memory in KiB. */
export interface HashingTask {
  message: string;
  nonce: Uint8Array;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}

/** How long an idle thread lives: it holds some megabytes and is cheap to start again. */
const idleMs = 15_000;

interface Thread {
  worker: Worker;
  idle?: NodeJS.Timeout;
  /** The pending promise; a thread computes one hash at a time. */
  task: { resolve: (tag: Buffer) => void; reject: (error: Error) => void } | null;
}

/**
 * Computes Argon2id in at most `max` dedicated threads. In libuv's thread pool, file access and DNS lookups would
 * wait behind the hashes. Not piscina's threads: with them, other requests waited much longer during a flood of
 * sign-ins (docs/decisions/0028-one-revision-cache.md).
 */
export function hashingThreads(max: number): (task: HashingTask) => Promise<Buffer> {
  const threads: Thread[] = [];

  const remove = (thread: Thread): void => {
    if (threads.includes(thread)) threads.splice(threads.indexOf(thread), 1);
  };
  const end = (thread: Thread): void => {
    remove(thread);
    void thread.worker.terminate();
  };
  const start = (): Thread => {
    const worker = new Worker(new URL('./hashing.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
      execArgv: [],
      env: compileCacheEnv(),
    });
    const thread: Thread = { worker, task: null };
    threads.push(thread);
    const fail = (error: Error): void => {
      remove(thread);
      thread.task?.reject(error);
      thread.task = null;
    };
    worker.on('message', (tag: Uint8Array) => {
      const { task } = thread;
      thread.task = null;
      worker.unref();
      thread.idle = setTimeout(() => end(thread), idleMs).unref();
      task?.resolve(Buffer.from(tag));
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('a password hashing thread exited unexpectedly')));
    return thread;
  };

  return (task) =>
    new Promise((resolve, reject) => {
      const thread = threads.find(({ task }) => task === null) ?? (threads.length < max ? start() : null);
      if (thread === null) throw new Error('no free password hashing thread; callers must limit concurrency');
      clearTimeout(thread.idle);
      thread.task = { resolve, reject };
      // Keep the process alive while a hash is pending; an idle thread must not.
      thread.worker.ref();
      thread.worker.postMessage(task);
    });
}

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

export const wrongOldPassword = () =>
  fieldError('WRONG_PASSWORD', 'oldPassword', 'Your old password is incorrect.');

const passwordChanged = () =>
  new AppError('CONFLICT', 'Your password was changed in the meantime. Please enter the new one.');

/**
 * Compares the password that the viewer was asked for; a wrong one counts as a failed sign-in. Returns the compared
 * credentials for `lockCurrentAccount`.
 */
export async function reauthenticate(
  ctx: RequestContext,
  viewer: Pick<Viewer, 'id'>,
  password: string,
  wrong: () => Error = () => fieldError('WRONG_PASSWORD', 'password', 'Your password is incorrect.'),
): Promise<{ email: string; password_hash: string }> {
  const credentials = await findCredentials(ctx.db, viewer.id);
  if (credentials === undefined) throw signInRequired();
  const attempt = await beginAttempt(ctx, accountSubject(viewer.id), viewer.id);
  if (!(await verifyPassword(password, credentials.password_hash)).matches) {
    await recordFailedAttempt(ctx, attempt);
    throw wrong();
  }
  await requireAttemptAllowed(ctx, attempt);
  return credentials;
}

/**
 * Locks the viewer's account and checks session and password hash again. Comparing a password takes long, and
 * either may have changed in the meantime (docs/product/account.md#changing-the-password). Throws SIGN_IN_REQUIRED or `changed`.
 */
export async function lockCurrentAccount(
  tx: Db,
  { id, session }: Viewer,
  compared?: { password_hash: string },
  changed = passwordChanged,
): Promise<NonNullable<Awaited<ReturnType<typeof lockAccount>>>> {
  const account = await lockAccount(tx, id);
  // Deletion and suspension end all sessions.
  if (account === undefined || !(await lockToken(tx, session.tokenHash))) throw signInRequired();
  if (compared !== undefined && account.password_hash !== compared.password_hash) throw changed();
  return account;
}
