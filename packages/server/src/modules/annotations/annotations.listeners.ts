import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { defineQueue, scheduledJob } from '../../platform/jobs/jobs.ts';
import { deletionCutoff } from '../../platform/sweep.ts';
import { chapterPublished, chapterTextSaved, findAgain } from '../chapters/index.ts';
import { highlightChanged } from './annotations.events.ts';
import { eraseDeleted } from './annotations.queries.ts';
import * as queries from './carry.queries.ts';

/** Rows per thread's task and per statement, so that others need not wait long. */
const batchSize = 500;
/**
 * How many older texts, and of how many characters together, are compared for passages that were lost before: each save
 * compares them again.
 */
export const lostTexts = { versions: 50, characters: 10_000_000 };

const carryQueue = defineQueue<{ chapterId: string }>('carry-annotations', {
  initialDelay: 2,
  maxDelay: 600,
  timeout: 600,
});

type Ctx = Pick<AppContext, 'db' | 'threads' | 'clock' | 'events' | 'live'>;

/**
 * Finds the places of a chapter's annotations in the text that its readers see (docs/product/annotations.md#after-an-edit).
 * Works in steps; what is done when a run is interrupted stays done.
 */
export async function carryAnnotations(
  ctx: Ctx,
  chapterId: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  let done: number | undefined;
  for (;;) {
    const chapter = await queries.findShownChapter(ctx.db, chapterId);
    // Read again each time: the author may have saved once more.
    if (chapter === undefined || chapter.version === done) return;
    await carryTo(ctx, chapter, signal);
    done = chapter.version;
  }
}

/** Carries all groups over to this version, or until readers see another one. */
async function carryTo(ctx: Ctx, chapter: queries.ShownChapter, signal: AbortSignal): Promise<void> {
  const { id: chapterId, story_id: storyId, version } = chapter;
  const next = await queries.findText(ctx.db, chapter, version);
  let { versions, characters } = lostTexts;
  const taken: number[] = [];
  for (const group of await queries.listGroupsBehind(ctx.db, chapter)) {
    if (group.isLost && (versions <= 0 || characters <= 0)) return;
    const old = await queries.findText(ctx.db, chapter, group.version);
    const without = group.isLost ? await queries.findText(ctx.db, chapter, group.checked) : undefined;
    // Without its texts, the chapter is being erased.
    if (old === undefined || next === undefined) return;
    if (group.isLost) [versions, characters] = [versions - 1, characters - old.content.length];
    const places: number[] = [];
    let after: queries.RowToCarry | undefined;
    do {
      signal.throwIfAborted();
      if ((await queries.findShownChapter(ctx.db, chapterId))?.version !== version) return;
      const rows = await queries.listBehind(ctx.db, chapter, group, { after, max: batchSize });
      after = rows.at(-1);
      const passages = rows.map(({ start_offset, end_offset, original_text }) => ({
        start: start_offset,
        end: end_offset,
        original: original_text,
      }));
      const found = rows.length > 0 ? await findAgain(ctx, { old, next, without, taken, passages }) : [];
      if (group.isLost) places.push(...found.flatMap((passage) => passage?.start ?? []));
      const carried = rows.map((row, index) => ({ row, passage: found[index] ?? null }));
      signal.throwIfAborted();
      await transaction(ctx.db, async (tx) => {
        const readers = await queries.saveCarried(tx, storyId, version, carried);
        const facts = readers.map((readerId) => ({ readerId, storyId, chapterId, version }));
        await emit(ctx, tx, highlightChanged, ...facts);
      });
    } while (after !== undefined);
    taken.push(...places);
  }
}

/** Sends the job for a chapter whose readers get another text, if it has annotations. */
async function sendCarryJob({ jobs }: Pick<AppContext, 'jobs'>, tx: Db, chapterId: string): Promise<void> {
  if (await queries.hasAnnotations(tx, chapterId)) await jobs.send(tx, carryQueue, { chapterId });
}

export const handleCarryJobs = (ctx: AppContext): void =>
  ctx.jobs.work(carryQueue, ({ chapterId }, { signal }) => carryAnnotations(ctx, chapterId, signal));

/** Carries annotations over once, after the save of a new version, so that the author does not wait for it. */
export const annotationListener = (ctx: AppContext): Listener =>
  defineListener(
    'carry-annotations',
    [
      on(chapterTextSaved, ({ payload }, tx) => sendCarryJob(ctx, tx, payload.chapterId)),
      // A draft has annotations from another site, and may have been edited since.
      on(chapterPublished, ({ payload }, tx) => sendCarryJob(ctx, tx, payload.chapterId)),
    ],
    { startAt: 'now' },
  );

/** Erases deleted annotations, once they can no longer be restored. */
export const eraseDeletedHourly = scheduledJob(
  'erase-deleted-annotations',
  '35 * * * *',
  async (ctx) => {
    const now = await deletionCutoff(ctx);
    if (now !== null) while ((await eraseDeleted(ctx.db, now, batchSize)) === batchSize);
  },
  { timeout: 600 },
);
