import { reportLimits } from '@inkling/contract/limits';
import type { DecisionKind, ReportReason, ReportSubject } from '@inkling/contract/reports';
import type { Author } from '@inkling/contract/users';
import {
  allRows,
  countRows,
  type Db,
  execute,
  firstRow,
  type RawBuilder,
  sql,
} from '../../platform/db/db.ts';
import type { ReportedThing } from '../../platform/reportable.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import { authorJson } from '../users/index.ts';
import type { Cause } from './spam.ts';

export interface OwnReportRow {
  id: string;
  subject_kind: ReportSubject;
  subject_id: string;
  title: string;
  reason: ReportReason;
  text: string;
  decision: DecisionKind | null;
  created_at: Date;
  closed_at: Date | null;
}

interface Subject {
  kind: ReportSubject;
  id: string;
}

const ownColumns = sql`
  r.id, e.subject_kind, e.subject_id, e.title, r.reason, r.text, e.decision, r.created_at, e.closed_at
  from reports r join report_entries e on e.id = r.entry_id`;

/** A person's report; undefined if it is not theirs. */
export const findOwn = (db: Db, id: string, reporterId: string) =>
  firstRow<OwnReportRow>(db)`select ${ownColumns} where r.id = ${id} and r.reporter_id = ${reporterId}`;

/** Whether an id is that of this person's report of this thing; undefined if no report has it. */
export const isSameReport = async (
  db: Db,
  id: string,
  reporterId: string,
  { kind, id: subjectId }: Subject,
) => {
  const row = await firstRow<{ is_same: boolean }>(db)`
    select r.reporter_id is not distinct from ${reporterId}::uuid
      and (e.subject_kind, e.subject_id) = (${kind}, ${subjectId}) as is_same
    from reports r join report_entries e on e.id = r.entry_id where r.id = ${id}`;
  return row?.is_same;
};

export const listOwn = async (
  db: Db,
  reporterId: string,
  { page, limit }: { page: number; limit: number },
) => ({
  rows: await allRows<OwnReportRow>(db)`
    select ${ownColumns} where r.reporter_id = ${reporterId}
    order by r.created_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`,
  total: await countRows(db, sql`from reports where reporter_id = ${reporterId}`),
});

/** What a person has reported: when first after a time, how many since then, and how many are open. */
export interface Reporter {
  first: Date | null;
  recent: number;
  open: number;
}

/** What a person has reported since a time; nothing is added to it before the transaction ends. */
export async function lockReporter(tx: Db, reporterId: string, since: Date): Promise<Reporter> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`reports of ${reporterId}`}, 0))`;
  const row = await firstRow<Reporter>(tx)`
    select min(r.created_at) filter (where r.created_at > ${since}) as first,
      count(*) filter (where r.created_at > ${since}) as recent, count(*) filter (where e.closed_at is null) as open
    from reports r join report_entries e on e.id = r.entry_id where r.reporter_id = ${reporterId}`;
  return row ?? { first: null, recent: 0, open: 0 };
}

/** The person's report in the open entry of a thing. */
export const findOpenReport = async (tx: Db, reporterId: string, { kind, id }: Subject) =>
  (
    await firstRow<{ id: string }>(tx)`
      select r.id from report_entries e join reports r on r.entry_id = e.id and r.reporter_id = ${reporterId}
      where e.subject_kind = ${kind} and e.subject_id = ${id} and e.closed_at is null`
  )?.id;

/** Why a text is held, and whether readers have never seen it. */
export interface NewHold extends Cause {
  isUnseen: boolean;
}

/** The open entry of a thing, a new one if there is none; it is not closed before the transaction ends. */
export const openEntry = async (
  tx: Db,
  { kind, id }: Subject,
  thing: ReportedThing,
  now: Date,
  hold: NewHold | null = null,
) => {
  const row = await firstRow<{ id: string }>(tx)`
    insert into report_entries as e (subject_kind, subject_id, person_id, title, context, community_id, created_at,
      held_for, held_number, is_unseen)
    values (${kind}, ${id}, ${thing.personId}, ${thing.title}, ${thing.context}, ${thing.communityId}, ${now},
      ${hold?.heldFor ?? null}, ${hold?.number ?? null}, ${hold?.isUnseen ?? false})
    on conflict (subject_kind, subject_id) where closed_at is null do update set
      held_for = coalesce(e.held_for, excluded.held_for), held_number = coalesce(e.held_number, excluded.held_number),
      is_unseen = e.is_unseen or excluded.is_unseen
    returning id`;
  return row?.id ?? '';
};

/** Adds a copy of a thing as it is now, once for each wording, up to a limit. */
export const insertCopy = (tx: Db, entryId: string, { text, image }: ReportedThing, now: Date) =>
  execute(tx)`
    insert into report_copies (entry_id, digest, text, image, created_at)
    select ${entryId}::uuid, sha256(convert_to(t.text || coalesce(t.image, ''), 'UTF8')), t.text, t.image, ${now}::timestamptz
    from (select ${text}::text as text, ${image}::text as image) t
    where (select count(*) from report_copies where entry_id = ${entryId}) < ${reportLimits.copies}
    on conflict do nothing`;

/** Adds a report and a copy of what the reporter saw; the id, or undefined if it is in use. */
export async function insertReport(
  tx: Db,
  report: { id: string | undefined; entryId: string; reporterId: string; reason: ReportReason; text: string },
  thing: ReportedThing,
  now: Date,
): Promise<string | undefined> {
  const { id = null, entryId, reporterId, reason, text } = report;
  await insertCopy(tx, entryId, thing, now);
  const row = await firstRow<{ id: string }>(tx)`
    insert into reports (id, entry_id, reporter_id, reason, text, created_at)
    values (coalesce(${id}::uuid, uuidv7()), ${entryId}, ${reporterId}, ${reason}, ${text}, ${now})
    on conflict (id) do nothing returning id`;
  return row?.id;
}

/** Deletes entries that were closed before a time, with their reports, copies and notes. */
export const deleteClosed = (db: Db, before: Date) =>
  execute(db)`delete from report_entries where closed_at < ${before}`;

/** Copies keep the pictures that were reported. */
export const copiedImageUse: ImageUse = {
  name: 'reported image',
  rows: sql`
    select e.id, e.person_id as owner_id, c.image as address from report_copies c join report_entries e on e.id = c.entry_id
    where c.image is not null`,
  isKept: true,
};

export interface EntryRow {
  id: string;
  subject_kind: ReportSubject;
  subject_id: string;
  title: string;
  context: string;
  excerpt: string;
  person_id: string | null;
  community_id: string | null;
  created_at: Date;
  decision: DecisionKind | null;
  closed_at: Date | null;
  held_for: Cause['heldFor'] | null;
  held_number: number | null;
  is_unseen: boolean;
  person: Author | null;
  taken_by: Author | null;
  decided_by: Author | null;
  reporters: number;
  reasons: ReportReason[];
  is_moderator: boolean;
}

const personOf = (id: string) => sql`(select ${authorJson('a')} from users a where a.id = ${sql.ref(id)})`;

/** Whether the viewer is founder or moderator of a community. */
const isModerator = (viewerId: string, communityId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from community_members m join communities g on g.id = m.community_id and g.deleted_at is null
  where m.community_id = ${communityId} and m.user_id = ${viewerId} and m.role in ('founder', 'moderator'))`;

/** How the viewer looks after a community. */
export const findCommunity = (db: Db, id: string, viewerId: string) =>
  firstRow<{ is_moderator: boolean }>(db)`select ${isModerator(viewerId, sql`${id}::uuid`)} as is_moderator`;

/** Whether the entry `e` is not about the viewer: staff do not see who reported them. */
const isOfOthers = (viewerId: string) => sql<boolean>`(e.person_id is distinct from ${viewerId}::uuid)`;

/** Nothing is hidden from staff, whoever has blocked whom. */
const entryColumns = (viewerId: string) => sql`
  ${isModerator(viewerId, sql`e.community_id`)} as is_moderator,
  e.id, e.subject_kind, e.subject_id, e.title, e.context, e.person_id, e.community_id, e.created_at, e.decision, e.closed_at,
  e.held_for, e.held_number, e.is_unseen,
  ${personOf('e.person_id')} as person, ${personOf('e.taken_by')} as taken_by, ${personOf('e.decided_by')} as decided_by,
  (select count(*) from reports r where r.entry_id = e.id) as reporters,
  array(select r.reason from reports r where r.entry_id = e.id group by r.reason order by count(*) desc, r.reason) as reasons,
  coalesce((select left(c.text, 300) from report_copies c where c.entry_id = e.id order by c.created_at desc limit 1), '')
    as excerpt`;

/** An entry, unless it is about the viewer. */
export const findEntry = (db: Db, id: string, viewerId: string): Promise<EntryRow | undefined> =>
  firstRow<EntryRow>(db)`
    select ${entryColumns(viewerId)} from report_entries e where e.id = ${id} and ${isOfOthers(viewerId)}`;

/** One page of the entries of the site or of a community that are not about the viewer. */
export const listEntries = async (
  db: Db,
  viewerId: string,
  {
    community,
    state,
    page,
    limit,
  }: { community: string | null; state: 'open' | 'closed'; page: number; limit: number },
) => {
  const which = sql`
    report_entries e where ${isOfOthers(viewerId)} and (${community}::uuid is null or e.community_id = ${community})
      and ${state === 'open' ? sql`e.closed_at is null` : sql`e.closed_at is not null`}`;
  const order = state === 'open' ? sql`e.created_at, e.id` : sql`e.closed_at desc, e.id desc`;
  return {
    rows: await allRows<EntryRow>(db)`
      select ${entryColumns(viewerId)} from ${which} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    total: await countRows(db, sql`from ${which}`),
  };
};

interface Detail {
  author: Author | null;
  text: string;
  created_at: Date;
}

export const listCopies = (db: Db, entryId: string) =>
  allRows<{ text: string; image: string | null; created_at: Date }>(db)`
    select text, image, created_at from report_copies where entry_id = ${entryId} order by created_at, digest`;

export const listReports = (db: Db, entryId: string) =>
  allRows<Detail & { id: string; reason: ReportReason }>(db)`
    select r.id, r.reason, r.text, r.created_at, ${personOf('r.reporter_id')} as author
    from reports r where r.entry_id = ${entryId} order by r.created_at, r.id limit 200`;

export const listNotes = (db: Db, entryId: string) =>
  allRows<Detail & { id: string }>(db)`
    select n.id, n.text, n.created_at, ${personOf('n.author_id')} as author
    from report_notes n where n.entry_id = ${entryId} order by n.created_at, n.id`;

/** How many other entries about a person were closed, and dismissed; for moderators, in their community. */
export const countEarlier = async (db: Db, { id, person_id }: EntryRow, community: string | null) =>
  (await firstRow<{ closed: number; dismissed: number }>(db)`
    select count(*) as closed, count(*) filter (where decision = 'dismiss') as dismissed
    from report_entries where person_id = ${person_id}::uuid and closed_at is not null and id <> ${id}
      and (${community}::uuid is null or community_id = ${community})`) ?? {
    closed: 0,
    dismissed: 0,
  };

/** Says who looks after an open entry; false if it is closed, or a colleague has it and `anyway` is not set. */
export const takeEntry = async (db: Db, id: string, staffId: string, anyway: boolean): Promise<boolean> =>
  (await firstRow(db)`
    update report_entries set taken_by = ${staffId}
    where id = ${id} and closed_at is null and (${anyway} or coalesce(taken_by, ${staffId}) = ${staffId})
    returning id`) !== undefined;

export const releaseEntry = (db: Db, id: string, staffId: string): Promise<void> =>
  execute(
    db,
  )`update report_entries set taken_by = null where id = ${id} and closed_at is null and taken_by = ${staffId}`;

/** Closes an open entry that no colleague has taken; false if that is not so. */
export const closeEntry = async (tx: Db, id: string, staffId: string, decision: DecisionKind, now: Date) =>
  (await firstRow(tx)`
    update report_entries set closed_at = ${now}, decision = ${decision}, decided_by = ${staffId}
    where id = ${id} and closed_at is null and coalesce(taken_by, ${staffId}) = ${staffId} returning id`) !==
  undefined;

export const isSameNote = async (db: Db, id: string, entryId: string, authorId: string) => {
  const row = await firstRow<{ is_same: boolean }>(db)`
    select entry_id = ${entryId} and author_id is not distinct from ${authorId}::uuid as is_same
    from report_notes where id = ${id}`;
  return row?.is_same;
};

/** Adds a note; the id, or undefined if it is in use or there are too many. */
export const insertNote = async (
  db: Db,
  note: { id: string | undefined; entryId: string; authorId: string; text: string },
  now: Date,
): Promise<string | undefined> => {
  const { id = null, entryId, authorId, text } = note;
  const row = await firstRow<{ id: string }>(db)`
    insert into report_notes (id, entry_id, author_id, text, created_at)
    values (coalesce(${id}::uuid, uuidv7()), ${entryId}, ${authorId}, ${text}, ${now})
    on conflict (id) do nothing returning id`;
  return row?.id;
};

export const countNotes = (db: Db, entryId: string): Promise<number> =>
  countRows(db, sql`from report_notes where entry_id = ${entryId}`);

/** Whether a person is an admin, whom only the command line suspends. */
export const isAdmin = async (db: Db, personId: string): Promise<boolean> =>
  (await firstRow(db)`select from users where id = ${personId} and is_admin`) !== undefined;
