import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext } from '../../platform/context.ts';
import { requireClient } from '../../platform/export-file.ts';
import type { ExportBook } from './export-book.ts';
import { renderChapter } from './render-chapter.ts';

const worker = new URL('./render-chapter.worker.ts', import.meta.url);
/** Shorter chapters (in characters) are rendered in place: passing them to a thread would cost more. */
const minThreadedText = 20_000;
const maxAttempts = 10;
const retryDelayMs = 3_000;

/** Does work in a thread; retries while all threads are busy and the client waits. */
export async function retryWhileBusy<T>(
  ctx: Pick<RequestContext, 'isClientGone'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BUSY' || attempt === maxAttempts) throw error;
      requireClient(ctx);
      await sleep(retryDelayMs);
    }
  }
}

/** Renders chapters, long ones in a thread. */
export const chapterRenderer = (
  ctx: Pick<RequestContext, 'threads' | 'isClientGone'>,
): ExportBook['render'] =>
  async function render(format, { chapter: { title, authorNotes, content }, language, hasVolumes }) {
    const task = { format, task: { chapter: { title, authorNotes, content }, language, hasVolumes } };
    if (content.length < minThreadedText) return renderChapter(task);
    return String(await retryWhileBusy(ctx, () => ctx.threads.run(worker, 'renderChapter', task)));
  };
