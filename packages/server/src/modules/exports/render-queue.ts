import type { RequestContext } from '../../platform/context.ts';
import { requireClient } from '../../platform/export-file.ts';
import { retryWhileBusy } from '../../platform/threads.ts';
import type { ExportBook } from './export-book.ts';
import { renderChapter } from './render-chapter.ts';

const worker = new URL('./render-chapter.worker.ts', import.meta.url);
/** Shorter chapters (in characters) are rendered in place: passing them to a thread would cost more. */
const minThreadedText = 20_000;

/** Waits for a free thread as long as the client does. */
export const whenFree = <T>(ctx: Pick<RequestContext, 'isClientGone'>, work: () => Promise<T>): Promise<T> =>
  retryWhileBusy(work, { maxAttempts: 10, beforeRetry: () => requireClient(ctx) });

/** Renders chapters, long ones in a thread. */
export const chapterRenderer = (
  ctx: Pick<RequestContext, 'threads' | 'isClientGone'>,
): ExportBook['render'] =>
  async function render(format, { chapter, language, hasVolumes }) {
    const { title, authorNotes, endNotes = '', content } = chapter;
    const task = {
      format,
      task: { chapter: { title, authorNotes, endNotes, content }, language, hasVolumes },
    };
    if (content.length < minThreadedText) return renderChapter(task);
    return String(await whenFree(ctx, () => ctx.threads.run(worker, 'renderChapter', task)));
  };
