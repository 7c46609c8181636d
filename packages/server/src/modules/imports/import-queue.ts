import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import { minute, second } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { inBackground } from '../../platform/db/timeouts.ts';
import { emit } from '../../platform/events/emit.ts';
import { requireTextSpace } from '../stories/index.ts';
import { removeImage } from '../uploads/index.ts';
import { importEnded } from './imports.events.ts';
import * as queries from './imports.queries.ts';
import {
  type BookFile,
  BookProblem,
  type ParseOptions,
  type ReadFile,
  readFileSafely,
  type SafeParseOptions,
} from './parse/index.ts';

/** Max imports beside the long ones, and max long ones; each file of up to 20 MB waits in memory. */
const maxJobs = 6;
const maxLong = 4;
/** A book that takes longer is read again, from its start, in the queue of the long ones. */
const shortTime = 5 * second;
/** Max duration of an import, including the wait for the others in the queues, each of up to a minute. */
const maxImportTime = 10 * minute;
const restarted = 'The server was restarted. Please try again.';
const internalError = 'Something went wrong on our side, and nothing was saved. Please try again.';

/** Updates a running import; throws when it has been ended by its owner or by another server. */
export type Change = (changes: Parameters<typeof queries.changeRunning>[2], db?: Db) => Promise<void>;

/** The work of a job, in steps that `signal` stops. */
type Work = (change: Change, signal: AbortSignal) => Promise<void>;

/** Rejects as soon as the signal is aborted, without waiting for the work. */
const abortable = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

const isTooSlow = (error: unknown): boolean => error instanceof BookProblem && error.code === 'TOO_SLOW';

export type ImportQueue = ReturnType<typeof importQueue>;

/** The background queues of this process's imports: one file is parsed at a time, and one of the long ones. */
export function importQueue(ctx: AppContext) {
  const jobs = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  const short = pLimit(1);
  const long = pLimit(1);
  const longCount = () => long.activeCount + long.pendingCount;
  let closing = false;

  /** Nobody waits for another person's long book, unless theirs is long too. */
  async function readFile(file: BookFile, options: SafeParseOptions): Promise<ReadFile> {
    try {
      return await short(() => readFileSafely(file, { ...options, timeoutMs: shortTime }));
    } catch (error) {
      if (!isTooSlow(error)) throw error;
    }
    if (longCount() >= maxLong)
      throw new BookProblem('BUSY', 'Many long books are being read. Please try again in ten minutes.');
    return await long(() => readFileSafely(file, options));
  }

  const fail = (id: string, message: string, wasTooSlow: boolean) =>
    transaction(ctx.db, async (tx) => {
      const changes = { message, was_too_slow: wasTooSlow, updated_at: ctx.clock.now() };
      const failed = await queries.endFailed(tx, id, changes);
      if (failed) await emit(ctx, tx, importEnded, { importId: id, userId: failed.user_id });
    });
  const changeOf =
    (id: string): Change =>
    async (changes, db = ctx.db) => {
      if (!(await queries.changeRunning(db, id, { ...changes, updated_at: ctx.clock.now() }))) {
        throw new BookProblem('CANCELLED', 'The import was cancelled.');
      }
    };

  async function run(id: string, work: Work, signal: AbortSignal): Promise<void> {
    try {
      await work(changeOf(id), signal);
    } catch (error) {
      const isExplained = error instanceof BookProblem || error instanceof AppError;
      if (!closing && !signal.aborted && !isExplained) ctx.log.error({ err: error }, 'an import failed');
      // One that its owner has cancelled is no longer running, and stays as it is.
      const message = closing ? restarted : isExplained ? error.message : internalError;
      await fail(id, message, isTooSlow(error)).catch((err) =>
        ctx.log.error({ err }, 'a failed import couldn’t be marked as failed; the next start will do it'),
      );
    }
  }

  function start(id: string, work: Work): void {
    const stop = new AbortController();
    const ended = inBackground(() => run(id, work, stop.signal)).finally(() => jobs.delete(id));
    jobs.set(id, { stop, ended });
  }

  return {
    hasRoom: (): boolean => !closing && jobs.size - longCount() < maxJobs,

    /** Starts work on an import whose row is in a running state. */
    start,
    /** Reads a file and stores it for review. */
    read(id: string, userId: string, file: BookFile, options: ParseOptions = {}): void {
      start(id, async (change, signal) => {
        const read = await abortable(signal, readFile(file, { ...options, signal }));
        // It may be read in another way in the review.
        const isAsked = read.encodings.length > 0 || read.book.losses.underlined > 0;
        const source = isAsked ? file.bytes : null;
        await transaction(ctx.db, async (tx) => {
          await change({ state: 'review', total: read.book.pieces.length, message: null }, tx);
          await queries.insertReview(tx, id, read, source);
          // Checked afterwards, so that a book takes the place of its earlier reading.
          await requireTextSpace(tx, ctx.config, userId, 1);
        });
      });
    },
    /** Stops work on an import; resolves when it has ended and cleaned up. */
    async stop(id: string): Promise<void> {
      const job = jobs.get(id);
      job?.stop.abort();
      await job?.ended;
    },

    /**
     * Ends imports of a dead process; its transactions were rolled back. On a database that other servers may use, only
     * those without updates for the max duration.
     */
    async recover(): Promise<void> {
      const now = ctx.clock.now();
      const shared = ctx.config.DATABASE_URL !== undefined;
      const untouchedSince = shared ? new Date(now.getTime() - maxImportTime) : now;
      const ended = await transaction(ctx.db, async (tx) => {
        const rows = await queries.endLeftOver(tx, restarted, now, untouchedSince);
        await emit(ctx, tx, importEnded, ...rows.map((row) => ({ importId: row.id, userId: row.user_id })));
        return rows;
      });
      for (const { cover } of ended) if (cover !== null) await removeImage(ctx, cover);
    },

    async close(): Promise<void> {
      closing = true;
      for (const { stop } of jobs.values()) stop.abort();
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
    },
  };
}
