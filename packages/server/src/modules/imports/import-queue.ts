import { AppError } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { inBackground } from '../../platform/db/timeouts.ts';
import { mutex } from '../../platform/mutex.ts';
import { removeImage } from '../uploads/index.ts';
import * as queries from './imports.queries.ts';
import { type BookFile, BookProblem, parseBookSafely } from './parse/index.ts';
import { type Importer, saveBook } from './save-book.ts';

/** Files of up to 20 MB wait in memory, so that few may. */
const maxAtOnce = 6;
/** Six books of a minute each may wait for one another. */
const maxImport = 10 * minute;
const restarted = 'The server was restarted. Please import the file again.';
const wentWrong = 'Something went wrong on our side, and nothing was saved. Please try again.';

interface Job {
  stop: AbortController;
  ended: Promise<void>;
}

/** Rejects as soon as the signal says so, whatever the work is still waiting for. */
const unlessStopped = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

export type ImportQueue = ReturnType<typeof importQueue>;

/** Where imports of this process are worked on, in the background: one file is parsed at a time. */
export function importQueue(ctx: AppContext) {
  const jobs = new Map<string, Job>();
  const inTurn = mutex();
  let closing = false;

  const end = (id: string, message: string) =>
    queries.changeRunning(ctx.db, id, { state: 'failed', message, updated_at: ctx.clock.now() });

  async function work(id: string, importer: Importer, file: BookFile, signal: AbortSignal): Promise<void> {
    const book = await unlessStopped(
      signal,
      inTurn(() => parseBookSafely(file, { signal })),
    );
    const change = async (changes: Parameters<typeof queries.changeRunning>[2], db = ctx.db) => {
      // An import that was ended elsewhere, by its person or by another server, ends here too.
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
        if (closing) await end(id, restarted);
        else if (error instanceof BookProblem) await end(id, error.message);
        else if (!signal.aborted) {
          ctx.log.error({ err: error }, 'an import failed');
          await end(id, error instanceof AppError ? error.message : wentWrong);
        }
      } catch (unsaid) {
        // The next start says so.
        ctx.log.error({ err: unsaid }, 'the end of an import could not be noted');
      }
    }
  }

  return {
    hasRoom: (): boolean => !closing && jobs.size < maxAtOnce,

    /** Begins to work on an import that has its row. */
    begin(id: string, importer: Importer, file: BookFile): void {
      const stop = new AbortController();
      const ended = inBackground(() => run(id, importer, file, stop.signal)).finally(() => jobs.delete(id));
      jobs.set(id, { stop, ended });
    },

    /** Stops work on an import; resolves when nothing of it is left. */
    async stop(id: string): Promise<void> {
      const job = jobs.get(id);
      job?.stop.abort();
      await job?.ended;
    },

    /**
     * What a process that is gone has left unfinished has failed; its transaction has ended with it. On a
     * database that other servers may use too, only what nobody has touched for long.
     */
    async recover(): Promise<void> {
      const now = ctx.clock.now();
      const shared = ctx.config.DATABASE_URL !== undefined;
      const untouchedSince = shared ? new Date(now.getTime() - maxImport) : now;
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
