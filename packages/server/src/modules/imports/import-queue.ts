import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { inBackground } from '../../platform/db/timeouts.ts';
import { removeImage } from '../uploads/index.ts';
import * as queries from './imports.queries.ts';
import { type BookFile, BookProblem, parseBookSafely } from './parse/index.ts';
import { type Importer, saveBook } from './save-book.ts';

/** Max queued imports; each file of up to 20 MB waits in memory. */
const maxJobs = 6;
/** Max duration of an import, including the wait for the others in the queue, each of up to a minute. */
const maxImportTime = 10 * minute;
const restarted = 'The server was restarted. Please import the file again.';
const internalError = 'Something went wrong on our side, and nothing was saved. Please try again.';

interface Job {
  stop: AbortController;
  ended: Promise<void>;
}

/** Rejects as soon as the signal is aborted, without waiting for the work. */
const abortable = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

export type ImportQueue = ReturnType<typeof importQueue>;

/** The background queue of this process's imports; one file is parsed at a time. */
export function importQueue(ctx: AppContext) {
  const jobs = new Map<string, Job>();
  const parseLock = pLimit(1);
  let closing = false;

  const fail = (id: string, message: string) =>
    queries.changeRunning(ctx.db, id, { state: 'failed', message, updated_at: ctx.clock.now() });

  async function work(id: string, importer: Importer, file: BookFile, signal: AbortSignal): Promise<void> {
    const book = await abortable(
      signal,
      parseLock(() => parseBookSafely(file, { signal })),
    );
    const change = async (changes: Parameters<typeof queries.changeRunning>[2], db = ctx.db) => {
      // The import may have been ended by its owner or by another server.
      if (!(await queries.changeRunning(db, id, { ...changes, updated_at: ctx.clock.now() }))) {
        throw new BookProblem('CANCELLED', 'The import was cancelled.');
      }
    };
    const total = book.chapters.length;
    await change({ state: 'writing', total });
    await saveBook(
      ctx,
      importer,
      { name: file.name, book },
      {
        signal,
        onCover: (cover) => change({ cover }),
        onChapters: (done) => change({ done }),
        beforeCommit: (tx, story_id) => change({ state: 'done', done: total, story_id }, tx),
      },
    );
  }

  async function run(id: string, importer: Importer, file: BookFile, signal: AbortSignal): Promise<void> {
    try {
      await work(id, importer, file, signal);
    } catch (error) {
      try {
        if (closing) await fail(id, restarted);
        else if (error instanceof BookProblem) await fail(id, error.message);
        else if (!signal.aborted) {
          ctx.log.error({ err: error }, 'an import failed');
          await fail(id, error instanceof AppError ? error.message : internalError);
        }
      } catch (updateError) {
        // The next start marks the import as failed.
        ctx.log.error(
          { err: updateError },
          'a failed import could not be marked as failed; the next start will do it',
        );
      }
    }
  }

  return {
    hasRoom: (): boolean => !closing && jobs.size < maxJobs,

    /** Starts work on an import whose row exists. */
    start(id: string, importer: Importer, file: BookFile): void {
      const stop = new AbortController();
      const ended = inBackground(() => run(id, importer, file, stop.signal)).finally(() => jobs.delete(id));
      jobs.set(id, { stop, ended });
    },

    /** Stops work on an import; resolves when it has ended and cleaned up. */
    async stop(id: string): Promise<void> {
      const job = jobs.get(id);
      job?.stop.abort();
      await job?.ended;
    },

    /**
     * Marks imports of a dead process as failed; its transactions were rolled back. On a database that other servers
     * may use, only those without updates for the max duration.
     */
    async recover(): Promise<void> {
      const now = ctx.clock.now();
      const shared = ctx.config.DATABASE_URL !== undefined;
      const untouchedSince = shared ? new Date(now.getTime() - maxImportTime) : now;
      for (const { cover } of await queries.failLeftOver(ctx.db, restarted, now, untouchedSince)) {
        if (cover !== null) await removeImage(ctx, cover);
      }
    },

    async close(): Promise<void> {
      closing = true;
      for (const { stop } of jobs.values()) stop.abort();
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
    },
  };
}
