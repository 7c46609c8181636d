import type { Appeal, LogEntry, LoggedAction, Measure, OwnMeasure } from '@inkling/contract/measures';
import { type Pagination, paginate } from '@inkling/contract/page';
import { logAction } from '../../platform/action-log.ts';
import { AppError, requireFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import { emailRules } from '../../platform/email/email.ts';
import { emit } from '../../platform/events/emit.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { reportableKind } from '../../platform/reportable.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { lockCommentsOf, withholdComments } from '../comments/index.ts';
import { withholdPosts } from '../communities/index.ts';
import { findUserByName, setSuspended } from '../users/index.ts';
import { measureChanged } from './measures.events.ts';
import { requireAgainstOther, requireConcerned } from './measures.policy.ts';
import type { MeasureRow } from './measures.queries.ts';
import * as queries from './measures.queries.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function presentAppeal({ appeal, appealed_at, answer, answered_at, is_granted }: MeasureRow): Appeal | null {
  if (appeal === null || appealed_at === null) return null;
  const status = is_granted === null ? 'open' : is_granted ? 'granted' : 'refused';
  return { status, text: appeal, createdAt: appealed_at.toISOString(), answer, answeredAt: iso(answered_at) };
}

/** A measure as the person concerned sees it, without names. */
const presentOwn = (row: MeasureRow): OwnMeasure => ({
  _id: row.id,
  kind: row.kind,
  subject:
    row.subject_kind === null || row.subject_id === null
      ? null
      : { kind: row.subject_kind, _id: row.subject_id, title: row.title },
  reason: row.reason,
  isByModerator: row.is_by_moderator,
  createdAt: row.created_at.toISOString(),
  until: iso(row.ends_at),
  endedAt: iso(row.ended_at),
  appeal: presentAppeal(row),
  canAppeal: row.appeal === null && row.ended_at === null,
});

/** A measure as staff see it. */
const presentMeasure = (row: MeasureRow): Measure => ({
  ...presentOwn(row),
  person: row.person,
  by: row.by,
  liftedBy: row.lifted_by,
});

/** How many measures a person's standing and history show. */
const shown = 200;

/** Emails about measures; the module `admin` writes them. The name is stored with the jobs, so it does not change. */
export const measureEmails = defineQueue<{ measureId: string; personId: string }>(
  'measure-emails',
  emailRules,
);

/** Logs a change of a measure, and tells the person concerned. */
async function report(
  ctx: AppContext,
  tx: Db,
  { id, personId }: { id: string; personId: string },
  action: LoggedAction,
  byId: string | null,
): Promise<void> {
  const data = { measureId: id, personId };
  await emit(ctx, tx, measureChanged, data);
  await ctx.jobs.send(tx, measureEmails, data);
  await logAction(ctx, tx, { action, subjectId: id, actorId: byId, personId });
}

/** Brings the account in line with the suspensions in force. */
async function refreshSuspension(ctx: AppContext, tx: Db, personId: string): Promise<void> {
  const found = await queries.findSuspension(tx, personId);
  await setSuspended(tx, personId, found?.since ?? null);
  // In the order of a reply's locks: comments, the post, its counts.
  await lockCommentsOf(tx, personId);
  await withholdPosts(tx, personId);
  await withholdComments(tx, personId);
  afterCommit(tx, () => invalidateViewers(ctx.db));
}

/** Takes a measure (docs/product/measures.md#measures); resolves to its id. */
export async function takeMeasure(ctx: AppContext, tx: Db, measure: queries.NewMeasure): Promise<string> {
  const { kind, personId, subject, reason, byId } = measure;
  await queries.lockMeasuresOf(tx, personId);
  const removed =
    kind === 'remove' && subject !== null
      ? ((await reportableKind(ctx, subject.kind)?.remove(ctx, tx, subject.id, reason)) ?? null)
      : null;
  const id = await queries.insertMeasure(tx, measure, removed, ctx.clock.now());
  if (kind === 'suspend') await refreshSuspension(ctx, tx, personId);
  await report(ctx, tx, { id, personId }, 'applied', byId);
  return id;
}

/** Ends a measure alone: what others in force have removed or suspended stays so. False if it is not in force. */
async function end(
  ctx: AppContext,
  tx: Db,
  id: string,
  action: 'lifted' | 'ended',
  byId: string | null,
): Promise<boolean> {
  const before = await queries.findMeasure(tx, id);
  if (before === undefined) return false;
  await queries.lockMeasuresOf(tx, before.person_id);
  const ended = await queries.endMeasure(tx, id, byId, ctx.clock.now());
  if (ended === undefined) return false;
  const { kind, person_id: personId, subject_kind, subject_id, removed } = ended;
  if (kind === 'suspend') await refreshSuspension(ctx, tx, personId);
  if (kind === 'remove' && subject_kind !== null && subject_id !== null) {
    const subject = reportableKind(ctx, subject_kind);
    const other = await queries.handOver(tx, ended);
    if (other !== undefined) await subject?.setReason?.(ctx, tx, subject_id, other.reason);
    else if (removed !== null) await subject?.restore(ctx, tx, subject_id, removed);
  }
  await report(ctx, tx, { id, personId }, action, byId);
  return true;
}

/** Lifts a measure; false if it is not in force. `byId` is null for the command line. */
export const liftInForce = (
  ctx: AppContext,
  tx: Db,
  id: string,
  byId: string | null = null,
): Promise<boolean> => end(ctx, tx, id, 'lifted', byId);

/** Ends the measures whose time is over, each in a transaction of its own; one that fails does not keep the others. */
export async function endDue(ctx: AppContext): Promise<void> {
  for (const measure of await queries.listDue(ctx.db, ctx.clock.now(), 100))
    await transaction(ctx.db, (tx) => end(ctx, tx, measure, 'ended', null)).catch((err) =>
      ctx.log.error({ err, measure }, 'a measure was not ended; it will be tried again'),
    );
}

const nameOf = (person: { displayName: string } | null) => person?.displayName ?? 'A colleague';

/** Lifts a measure. Throws NOT_FOUND, NOT_ALLOWED for a person's own, and CONFLICT with who ended it. */
export async function liftMeasure(ctx: RequestContext, viewer: Viewer, id: string) {
  const isLifted = await transaction(ctx.db, async (tx) => {
    requireAgainstOther(viewer, await queries.findMeasure(tx, id));
    return end(ctx, tx, id, 'lifted', viewer.id);
  });
  const row = requireFound(await queries.findMeasure(ctx.db, id), 'Measure');
  if (isLifted) return presentMeasure(row);
  throw new AppError(
    'CONFLICT',
    row.lifted_by === null ? 'This measure has ended.' : `${nameOf(row.lifted_by)} has lifted this measure.`,
  );
}

/** Whether the viewer is suspended, until when, and the measures against them. */
export async function getAccountState(ctx: RequestContext, viewer: Viewer) {
  const suspension = await queries.findSuspension(ctx.db, viewer.id);
  const rows = await queries.listMeasuresOf(ctx.db, viewer.id, shown);
  return {
    isSuspended: suspension?.since != null,
    suspendedUntil: suspension?.until?.toISOString() ?? null,
    measures: rows.map(presentOwn),
  };
}

/** The measures against a person, for staff; with a community, those that were decided about in its queue. */
export const historyOf = async (db: Db, personId: string, community: string | null) =>
  (await queries.listMeasuresOf(db, personId, shown, community)).map(presentMeasure);

export async function listMeasures(
  ctx: RequestContext,
  viewer: Viewer,
  query: { person?: string | undefined; appeals: boolean; page: number; limit: number },
) {
  const { rows, total } = await queries.listMeasures(ctx.db, {
    ...query,
    person: query.person ?? null,
    ofOthers: !viewer.isAdmin,
  });
  return { data: rows.map(presentMeasure), pagination: paginate(query.page, query.limit, total) };
}

/** Appeals against a measure; the same text again changes nothing. Throws NOT_FOUND and CONFLICT. */
export const appealMeasure = (ctx: RequestContext, viewer: Viewer, id: string, text: string) =>
  transaction(ctx.db, async (tx) => {
    const before = requireConcerned(viewer, await queries.findMeasure(tx, id));
    const now = ctx.clock.now();
    const isStored = await queries.insertAppeal(tx, id, text, now);
    if (isStored) await logAction(ctx, tx, { action: 'appealed', subjectId: id, actorId: viewer.id });
    const measure = (await queries.findMeasure(tx, id)) ?? before;
    if (!isStored && measure.appeal !== text)
      throw new AppError(
        'CONFLICT',
        measure.ended_at === null
          ? 'You’ve already appealed. The site’s team will answer.'
          : 'This measure has ended.',
      );
    return presentOwn(measure);
  });

/**
 * Answers an appeal, and lifts the measure if that grants it. Throws NOT_FOUND, NOT_ALLOWED for a person's own, and CONFLICT
 * with who answered it.
 */
export async function respondToAppeal(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  body: { lifts: boolean; answer: string },
) {
  await transaction(ctx.db, async (tx) => {
    const measure = requireAgainstOther(viewer, await queries.findMeasure(tx, id));
    // Before the row, as `end` does.
    await queries.lockMeasuresOf(tx, measure.person_id);
    if (!(await queries.insertResponse(tx, id, body, viewer.id, ctx.clock.now()))) {
      const { appeal, answered_by } = (await queries.findMeasure(tx, id)) ?? measure;
      throw new AppError(
        'CONFLICT',
        appeal === null
          ? 'There is no appeal against this measure.'
          : `${nameOf(answered_by)} has answered this appeal.`,
      );
    }
    if (body.lifts) await end(ctx, tx, id, 'lifted', viewer.id);
    const person = { id, personId: measure.person_id };
    await report(ctx, tx, person, body.lifts ? 'granted' : 'refused', viewer.id);
  });
  const row = requireFound(await queries.findMeasure(ctx.db, id), 'Measure');
  return presentMeasure(row);
}

/** One page of the log; empty for a username that no one has. */
export async function listLog(
  ctx: AppContext,
  { person, page, limit }: { person?: string | undefined; page: number; limit: number },
): Promise<{ data: LogEntry[]; pagination: Pagination }> {
  const found = person === undefined ? null : await findUserByName(ctx.db, person.replace(/^@/, ''));
  if (found === undefined) return { data: [], pagination: paginate(page, limit, 0) };
  const { rows, total } = await queries.listLog(ctx.db, { person: found?.id ?? null, page, limit });
  return { data: rows, pagination: paginate(page, limit, total) };
}
