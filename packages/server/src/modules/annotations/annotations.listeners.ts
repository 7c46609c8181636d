import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { emit } from '../../platform/events/emit.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { chapterTextSaved } from '../chapters/index.ts';
import { highlightChanged } from './annotations.events.ts';
import { eraseDeleted } from './annotations.queries.ts';
import * as queries from './carry.queries.ts';
import type { StoredText } from './carry-tasks.ts';
import { carryAll } from './carry-threads.ts';

/** The most passages of a thread's task, and their total characters, so that other tasks need not wait long. */
const passagesPerTask = 500;
const charactersPerTask = 5_000_000;
/** Rows per statement, so that none holds locks for long. */
const rowsPerStatement = 250;
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
  const next = await queries.findText(ctx.db, chapter, chapter.version);
  let { versions, characters } = lostTexts;
  for (const group of await queries.listGroupsBehind(ctx.db, chapter)) {
    if (group.isLost && (versions <= 0 || characters <= 0)) return;
    const old = await queries.findText(ctx.db, chapter, group.version);
    // Without its texts, the chapter is being erased.
    if (old === undefined || next === undefined) return;
    if (group.isLost) [versions, characters] = [versions - 1, characters - old.content.length];
    let after: queries.RowToCarry | undefined;
    do {
      signal.throwIfAborted();
      if ((await queries.findShownChapter(ctx.db, chapter.id))?.version !== chapter.version) return;
      const rows = withinTask(
        await queries.listBehind(ctx.db, chapter, group, { after, max: passagesPerTask }),
      );
      await carryRows(ctx, chapter, { old, next }, rows, signal);
      after = rows.at(-1);
    } while (after !== undefined);
  }
}

/** The first rows, as many as one task may have. */
function withinTask(rows: queries.RowToCarry[]): queries.RowToCarry[] {
  let characters = 0;
  const end = rows.findIndex(({ start_offset, end_offset }) => {
    characters += end_offset - start_offset;
    return characters > charactersPerTask;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}

async function carryRows(
  ctx: Ctx,
  { id: chapterId, story_id: storyId, version }: queries.ShownChapter,
  texts: { old: StoredText; next: StoredText },
  rows: queries.RowToCarry[],
  signal: AbortSignal,
): Promise<void> {
  if (rows.length === 0) return;
  const passages = rows.map(({ start_offset, end_offset, original_text }) => ({
    start: start_offset,
    end: end_offset,
    original: original_text,
  }));
  const found = await carryAll(ctx, { ...texts, passages });
  const carried = rows.map((row, index) => ({ row, passage: found[index] ?? null }));
  for (let from = 0; from < carried.length; from += rowsPerStatement) {
    signal.throwIfAborted();
    await transaction(ctx.db, async (tx) => {
      const part = carried.slice(from, from + rowsPerStatement);
      const readers = await queries.saveCarried(tx, storyId, version, part);
      const facts = readers.map((readerId) => ({ readerId, storyId, chapterId, version }));
      await emit(ctx, tx, highlightChanged, ...facts);
    });
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
    [on(chapterTextSaved, ({ payload }, tx) => sendCarryJob(ctx, tx, payload.chapterId))],
    { startAt: 'now' },
  );

const batchSize = 500;

const eraseDeletedQueue = defineQueue<Record<string, never>>('erase-deleted-annotations', {
  timeout: 600,
});

/** Erases deleted annotations every hour, once they can no longer be restored. */
export function eraseDeletedHourly(ctx: AppContext): void {
  ctx.jobs.work(eraseDeletedQueue, async () => {
    const now = await deletionCutoff(ctx);
    if (now !== null) while ((await eraseDeleted(ctx.db, now, batchSize)) === batchSize);
  });
  ctx.jobs.schedule(eraseDeletedQueue, '35 * * * *');
}
