import type { ParsedInput } from '@inkling/contract/call';
import { reportLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { OwnReport, QueueEntry, report as reportCall } from '@inkling/contract/reports';
import { AppError, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce, idTaken } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { reportableKind } from '../../platform/reportable.ts';
import { entryOpened } from './reports.events.ts';
import type { EntryRow, OwnReportRow } from './reports.queries.ts';
import * as queries from './reports.queries.ts';

const presentOwn = (row: OwnReportRow): OwnReport => ({
  _id: row.id,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  title: row.title,
  reason: row.reason,
  text: row.text,
  status: row.decision === null ? 'open' : row.decision === 'dismiss' ? 'dismissed' : 'acted',
  createdAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
});

export const presentEntry = (row: EntryRow): QueueEntry => ({
  _id: row.id,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  title: row.title,
  excerpt: row.excerpt,
  person: row.person,
  community: row.community_id,
  reporters: row.reporters,
  reasons: row.reasons,
  held: row.held_for === null ? null : { for: row.held_for, number: row.held_number ?? 0 },
  takenBy: row.taken_by,
  createdAt: row.created_at.toISOString(),
  decision: row.decision,
  decidedBy: row.decided_by,
  closedAt: row.closed_at?.toISOString() ?? null,
  moderated: row.moderated,
});

/** Throws TOO_MANY_REQUESTS or QUOTA_REACHED if the person cannot send another report. */
function requireRoom({ first, recent, open }: queries.Reporter, now: Date): void {
  const { perDay, open: mostOpen } = reportLimits;
  if (recent >= perDay && first !== null)
    throw new AppError('TOO_MANY_REQUESTS', `You can send ${perDay} reports a day. Please try again later.`, {
      retryAfterSeconds: Math.ceil((first.getTime() + day - now.getTime()) / 1000),
    });
  if (open >= mostOpen)
    throw new AppError(
      'QUOTA_REACHED',
      `${mostOpen} of your reports are open. You can report more when the team has looked at some of them.`,
    );
}

/**
 * Reports something that the viewer can read; a second report of the same thing while the first is open changes nothing. Throws
 * NOT_FOUND, TOO_MANY_REQUESTS and QUOTA_REACHED (docs/product/reports.md#reporting).
 */
export async function report(
  ctx: RequestContext,
  viewer: Viewer,
  { _id, subjectKind, subjectId, reason, text }: ParsedInput<typeof reportCall>['body'],
): Promise<OwnReport> {
  const subject = { kind: subjectKind, id: subjectId };
  const isSame = (db: Db) => (id: string) => queries.isSameReport(db, id, viewer.id, subject);
  const id = await createOnce(ctx, _id, {
    isSame: isSame(ctx.db),
    create: () =>
      transaction(ctx.db, async (tx) => {
        const kind = reportableKind(ctx, subjectKind);
        const thing = await kind?.find(ctx, tx, subjectId, viewer.id);
        if (thing === undefined) throw notFound(kind?.name ?? 'What you report was');
        if (thing.personId === viewer.id)
          throw new AppError('BAD_INPUT', 'You can’t report something of your own.');
        const now = ctx.clock.now();
        const reporter = await queries.lockReporter(tx, viewer.id, new Date(now.getTime() - day));
        // One of two requests at once has waited for the other.
        const before = await queries.findOpenReport(tx, viewer.id, subject);
        if (before !== undefined) return before;
        requireRoom(reporter, now);
        const entryId = await queries.openEntry(tx, subject, thing, now, { reason });
        const added = { id: _id, entryId, reporterId: viewer.id, reason, text };
        const stored = await queries.insertReport(tx, added, thing, now);
        // Rolls back, since the entry may be new.
        if (stored === undefined) throw idTaken();
        await emit(ctx, tx, entryOpened, { entryId, personId: viewer.id });
        return stored;
      }),
  });
  const row = await queries.findOwn(ctx.db, id, viewer.id);
  if (row === undefined) throw notFound('Report');
  return presentOwn(row);
}

/** One page of the viewer's reports, the newest first. */
export async function listMine(ctx: RequestContext, viewer: Viewer, page: { page: number; limit: number }) {
  const { rows, total } = await queries.listOwn(ctx.db, viewer.id, page);
  return { data: rows.map(presentOwn), pagination: paginate(page.page, page.limit, total) };
}
