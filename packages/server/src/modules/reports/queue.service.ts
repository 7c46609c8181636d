import type { ParsedInput } from '@inkling/contract/call';
import { reportLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { DecisionKind, decideQueueEntry, QueueEntryDetails } from '@inkling/contract/reports';
import { moderates } from '../../platform/access.ts';
import { logAction } from '../../platform/action-log.ts';
import { AppError, badInput } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { reportableKind } from '../../platform/reportable.ts';
import { historyOf, takeMeasure } from '../measures/index.ts';
import { entryDecided, textAllowed } from './reports.events.ts';
import { requireStaff, requireSuspender } from './reports.policy.ts';
import * as queries from './reports.queries.ts';
import { presentEntry } from './reports.service.ts';

/** One page of the queue of the site, or of a community. Throws NOT_FOUND for those who do not look after it. */
export async function listQueue(
  ctx: RequestContext,
  viewer: Viewer,
  community: string | null,
  query: { state: 'open' | 'closed'; page: number; limit: number },
) {
  if (community !== null) requireStaff(viewer, await queries.findCommunity(ctx.db, community, viewer.id));
  const { rows, total } = await queries.listEntries(ctx.db, viewer, { ...query, community });
  return { data: rows.map(presentEntry), pagination: paginate(query.page, query.limit, total) };
}

const findEntry = async (db: Db, viewer: Viewer, id: string): Promise<queries.EntryRow> =>
  requireStaff(viewer, await queries.findEntry(db, id, viewer));

/** All that the viewer may know about an entry: moderators of a community not who reported it and in which words, and no notes of admins. */
export async function readEntry(ctx: RequestContext, viewer: Viewer, id: string): Promise<QueueEntryDetails> {
  const { db } = ctx;
  const entry = await findEntry(db, viewer, id);
  const community = moderates(viewer) ? null : entry.community_id;
  const thing = await reportableKind(ctx, entry.subject_kind)?.find(ctx, db, entry.subject_id, null);
  const at = ({ created_at }: { created_at: Date }) => ({ createdAt: created_at.toISOString() });
  const copies = await queries.listCopies(db, id);
  // Its writer can change what is held, more often than copies are stored.
  if (entry.is_held && thing !== undefined && copies.at(-1)?.text !== thing.text)
    copies.push({ text: thing.text, image: null, created_at: ctx.clock.now() });
  return {
    ...presentEntry(entry),
    link: thing?.link ?? null,
    context: entry.context,
    copies: copies.map((copy) => ({ text: copy.text, image: copy.image, ...at(copy) })),
    reports: (moderates(viewer) ? await queries.listReports(db, id) : []).map((row) => ({
      _id: row.id,
      reporter: row.author,
      reason: row.reason,
      text: row.text,
      ...at(row),
    })),
    notes: (await queries.listNotes(db, id, viewer)).map((row) => ({
      _id: row.id,
      author: row.author,
      text: row.text,
      ...at(row),
    })),
    history: entry.person_id === null ? [] : await historyOf(db, entry.person_id, community),
    earlier: await queries.countEarlier(db, entry, community),
  };
}

const deeds: Record<DecisionKind, string> = {
  dismiss: 'dismissed this report',
  remove: 'removed this',
  warn: 'warned the person',
  suspend: 'suspended the person',
};

/** Why an entry is not the viewer's to decide. */
function taken(viewer: Viewer, entry: queries.EntryRow): AppError {
  const { decision, decided_by, moderated, taken_by, held_for } = entry;
  if (decision === null && taken_by !== null && taken_by._id !== viewer.id)
    return new AppError('CONFLICT', `${taken_by.displayName} is handling this.`);
  const done = decision === null ? moderated : { decision, by: decided_by };
  if (done === null)
    return new AppError('CONFLICT', 'This has changed in the meantime. Please look at it again.');
  const deed = done.decision === 'dismiss' && held_for !== null ? 'allowed this' : deeds[done.decision];
  return new AppError('CONFLICT', `${done.by?.displayName ?? 'A colleague'} has ${deed}.`);
}

/** Says that the viewer looks after an entry. Throws NOT_FOUND, and CONFLICT with who has it or decided it. */
export async function takeEntry(ctx: RequestContext, viewer: Viewer, id: string, anyway: boolean) {
  const entry = await findEntry(ctx.db, viewer, id);
  if (!(await queries.takeEntry(ctx.db, id, viewer, anyway)))
    throw taken(viewer, (await queries.findEntry(ctx.db, id, viewer)) ?? entry);
  return readEntry(ctx, viewer, id);
}

export async function releaseEntry(ctx: RequestContext, viewer: Viewer, id: string) {
  await findEntry(ctx.db, viewer, id);
  await queries.releaseEntry(ctx.db, id, viewer.id);
  return readEntry(ctx, viewer, id);
}

/** Adds a note for colleagues. Throws NOT_FOUND, QUOTA_REACHED and ID_TAKEN. */
export async function addNote(
  ctx: RequestContext,
  viewer: Viewer,
  entryId: string,
  { _id, text }: { _id?: string | undefined; text: string },
) {
  await findEntry(ctx.db, viewer, entryId);
  await createOnce(ctx, _id, {
    isSame: (id) => queries.isSameNote(ctx.db, id, entryId, viewer.id),
    create: async () => {
      if ((await queries.countNotes(ctx.db, entryId, viewer)) >= reportLimits.notes)
        throw new AppError('QUOTA_REACHED', `An entry has at most ${reportLimits.notes} notes.`);
      const note = { id: _id, entryId, author: viewer, text };
      return queries.insertNote(ctx.db, note, ctx.clock.now());
    },
  });
  return readEntry(ctx, viewer, entryId);
}

/**
 * Dismisses an entry or takes a measure, which closes it, some only for moderators. Throws NOT_FOUND, BAD_INPUT, NOT_ALLOWED, and CONFLICT with who
 * decided what before (docs/product/reports.md#deciding).
 */
export async function decide(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { measure: kind, until, reason }: ParsedInput<typeof decideQueueEntry>['body'],
) {
  const now = ctx.clock.now();
  const end = kind === 'suspend' && until !== null ? new Date(until) : null;
  if (kind !== 'dismiss' && reason === '') throw badInput('reason', 'Please tell the person why.');
  if (end !== null && end <= now) throw badInput('until', 'Please choose a time in the future.');
  await transaction(ctx.db, async (tx) => {
    const entry = await findEntry(tx, viewer, id);
    if (kind === 'suspend') requireSuspender(viewer);
    if (entry.decision !== null) throw taken(viewer, entry);
    const { person_id: personId, subject_kind, subject_id, title } = entry;
    if (kind !== 'dismiss' && personId === null)
      throw new AppError('CONFLICT', 'This account is deleted. You can only dismiss the report.');
    if (kind === 'suspend' && personId !== null && (await queries.isAdmin(tx, personId)))
      throw new AppError('NOT_ALLOWED', 'Admins can be suspended only on the command line.');
    if (entry.is_held) await endHold(ctx, tx, entry, kind);
    if (kind === 'dismiss' || personId === null)
      await logAction(ctx, tx, { action: 'dismissed', subjectId: id, actorId: viewer.id });
    else {
      const subject = { kind: subject_kind, id: subject_id, title };
      await takeMeasure(ctx, tx, {
        kind,
        personId,
        subject,
        reason,
        until: end,
        entryId: id,
        byId: viewer.id,
      });
    }
    // Last, as writers lock what they wrote before its entry. Of two at once, the other is rolled back.
    if (!(await queries.closeEntry(tx, entry, viewer, kind, now)))
      throw taken(viewer, await findEntry(tx, viewer, id));
    await emit(ctx, tx, entryDecided, { entryId: id });
  });
  return readEntry(ctx, viewer, id);
}

/** Returns what was held to readers, and tells them; a removal takes it away again. */
async function endHold(
  ctx: RequestContext,
  tx: Db,
  entry: queries.EntryRow,
  kind: DecisionKind,
): Promise<void> {
  const { subject_kind, subject_id: id, is_unseen, person_id: writerId } = entry;
  const reportable = reportableKind(ctx, subject_kind);
  await reportable?.restore(ctx, tx, id, {});
  if (kind !== 'dismiss' && kind !== 'warn') return;
  await reportable?.announce?.(ctx, tx, id, is_unseen);
  if (writerId !== null) await emit(ctx, tx, textAllowed, { textId: id, writerId });
}
