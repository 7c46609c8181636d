import { reportLimits } from '@inkling/contract/limits';
import {
  type DecisionKind,
  type ReportReason,
  type ReportSubject,
  reasonsForAdmins,
} from '@inkling/contract/reports';
import type { Author } from '@inkling/contract/users';
import { moderates } from '../../platform/access.ts';
import type { Viewer } from '../../platform/context.ts';
import {
  allRows,
  allValues,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
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

/** Whether a person is founder or moderator of a community. */
const isModerator = (personId: RawBuilder<unknown>, communityId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from community_members m join communities g on g.id = m.community_id and g.deleted_at is null
  where m.community_id = ${communityId} and m.user_id = ${personId} and m.role in ('founder', 'moderator'))`;

const ownColumns = sql`
  r.id, e.subject_kind, e.subject_id, e.title, r.reason, r.text, e.decision, r.created_at, e.closed_at
  from reports r join report_entries e on e.id = r.entry_id`;

/** A person's report; undefined if it is not theirs. */
export const findOwn = (db: Db, id: string, reporterId: string) =>
  firstRow<OwnReportRow>(db)`select ${ownColumns} where r.id = ${id} and r.reporter_id = ${reporterId}`;

/** Whether an id is that of this person's report of this thing; undefined if no report has it. */
export const isSameReport = (db: Db, id: string, reporterId: string, { kind, id: subjectId }: Subject) =>
  firstValue<boolean>(db)`
    select r.reporter_id is not distinct from ${reporterId}::uuid
      and (e.subject_kind, e.subject_id) = (${kind}, ${subjectId}) as is_same
    from reports r join report_entries e on e.id = r.entry_id where r.id = ${id}`;

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
export const findOpenReport = (tx: Db, reporterId: string, { kind, id }: Subject) =>
  firstValue<string>(tx)`
      select r.id from report_entries e join reports r on r.entry_id = e.id and r.reporter_id = ${reporterId}
      where e.subject_kind = ${kind} and e.subject_id = ${id} and e.closed_at is null`;

/** Why a text is held, and whether readers have never seen it. */
export interface NewHold extends Cause {
  isUnseen: boolean;
}

/** What is held anew, after moderators have decided, has a new cause. */
const heldAnew = sql<boolean>`(excluded.held_for is not null and (e.held_for is null or e.moderated_at is not null))`;

/** The open entry of a thing, a new one if there is none; it is not closed before the transaction ends. */
export const openEntry = async (
  tx: Db,
  { kind, id }: Subject,
  thing: ReportedThing,
  now: Date,
  { hold = null, reason = null }: { hold?: NewHold | null; reason?: ReportReason | null },
) =>
  (await firstValue<string>(tx)`
    insert into report_entries as e (subject_kind, subject_id, person_id, title, context, community_id, created_at,
      held_for, held_number, is_unseen, is_for_admins)
    values (${kind}, ${id}, ${thing.personId}, ${thing.title}, ${thing.context}, ${thing.communityId}, ${now},
      ${hold?.heldFor ?? null}, ${hold?.number ?? null}, ${hold?.isUnseen ?? false},
      ${reason !== null} and (${reasonsForAdmins.includes(reason ?? 'other')}
        or ${isModerator(sql`${thing.personId}::uuid`, sql`${thing.communityId}::uuid`)}))
    on conflict (subject_kind, subject_id) where closed_at is null do update set
      held_for = case when ${heldAnew} then excluded.held_for else e.held_for end,
      held_number = case when ${heldAnew} then excluded.held_number else e.held_number end,
      is_unseen = case when ${heldAnew} then excluded.is_unseen else e.is_unseen end,
      is_for_admins = e.is_for_admins or excluded.is_for_admins,
      -- What is held again, moderators decide again.
      moderator_decision = case when excluded.held_for is null then e.moderator_decision end,
      moderator_id = case when excluded.held_for is null then e.moderator_id end,
      moderated_at = case when excluded.held_for is null then e.moderated_at end
    returning id`) ?? '';

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
    select e.id, e.person_id as owner_id, c.image as address from report_copies c join report_entries e on e.id = c.entry_id`,
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
  /** For moderators, also what they have decided about an entry that stays open for admins. */
  decision: DecisionKind | null;
  closed_at: Date | null;
  /** For admins: what moderators have decided. */
  moderated: { decision: DecisionKind; by: Author | null } | null;
  moderated_at: Date | null;
  is_held: boolean;
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

/** How the viewer looks after a community. */
export const findCommunity = (db: Db, id: string, viewerId: string) =>
  firstRow<{ is_moderator: boolean }>(
    db,
  )`select ${isModerator(sql`${viewerId}::uuid`, sql`${id}::uuid`)} as is_moderator`;

/** Whether the entry `e` is not about the viewer: staff do not see who reported them. */
const isOfOthers = (viewerId: string) => sql<boolean>`(e.person_id is distinct from ${viewerId}::uuid)`;

type Staff = Pick<Viewer, 'id' | 'isAdmin' | 'isModerator'>;

/** Whether the entry `e` is about an admin or a moderator of the site, so that only admins look after it. */
const isAboutTeam = sql<boolean>`exists (
  select from users t where t.id = e.person_id and (t.is_admin or t.is_moderator))`;

/** Whether the viewer may look after the entry `e`, as far as it depends on whom it is about. */
const isOpenTo = ({ id, isAdmin, isModerator: isOnTeam }: Staff) =>
  isOnTeam && !isAdmin ? sql<boolean>`(${isOfOthers(id)} and not ${isAboutTeam})` : isOfOthers(id);

/** Until when an entry is open for the viewer: for moderators of a community, until they have decided. */
const closedAt = (viewer: Staff) =>
  moderates(viewer) ? sql`e.closed_at` : sql`coalesce(e.closed_at, e.moderated_at)`;

/** How an entry ended for the viewer. */
const outcome = (viewer: Staff) =>
  moderates(viewer)
    ? sql`e.decision, ${personOf('e.decided_by')} as decided_by, case when e.moderated_at is not null then
        json_build_object('decision', e.moderator_decision, 'by', ${personOf('e.moderator_id')}) end as moderated`
    : sql`coalesce(e.decision, e.moderator_decision) as decision, null::json as moderated,
        case when e.closed_at is null then ${personOf('e.moderator_id')} else ${personOf('e.decided_by')} end as decided_by`;

const isHeld = sql<boolean>`(e.held_for is not null and e.closed_at is null and e.moderated_at is null)`;

/** Nothing is hidden from staff, whoever has blocked whom. */
const entryColumns = (viewer: Staff) => sql`
  ${isModerator(sql`${viewer.id}::uuid`, sql`e.community_id`)} as is_moderator,
  e.id, e.subject_kind, e.subject_id, e.title, e.context, e.person_id, e.community_id, e.created_at, ${outcome(viewer)},
  ${closedAt(viewer)} as closed_at, e.moderated_at, e.held_for, e.held_number, e.is_unseen, ${isHeld} as is_held,
  ${personOf('e.person_id')} as person, ${personOf('e.taken_by')} as taken_by,
  (select count(*) from reports r where r.entry_id = e.id) as reporters,
  array(select r.reason from reports r where r.entry_id = e.id group by r.reason order by count(*) desc, r.reason) as reasons,
  coalesce((select left(c.text, 300) from report_copies c where c.entry_id = e.id order by c.created_at desc limit 1), '')
    as excerpt`;

/** An entry, unless it is about the viewer. */
export const findEntry = (db: Db, id: string, viewer: Staff): Promise<EntryRow | undefined> =>
  firstRow<EntryRow>(db)`
    select ${entryColumns(viewer)} from report_entries e where e.id = ${id} and ${isOpenTo(viewer)}`;

/** One page of the entries of the site or of a community that are not about the viewer. */
export const listEntries = async (
  db: Db,
  viewer: Staff,
  {
    community,
    state,
    page,
    limit,
  }: { community: string | null; state: 'open' | 'closed'; page: number; limit: number },
) => {
  const which = sql`
    report_entries e where ${isOpenTo(viewer)} and (${community}::uuid is null or e.community_id = ${community})
      and ${closedAt(viewer)} is ${state === 'open' ? sql`null` : sql`not null`}`;
  const order = state === 'open' ? sql`e.created_at, e.id` : sql`${closedAt(viewer)} desc, e.id desc`;
  return {
    rows: await allRows<EntryRow>(db)`
      select ${entryColumns(viewer)} from ${which} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
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

/** For moderators, without those of admins. */
export const listNotes = (db: Db, entryId: string, viewer: Staff) =>
  allRows<Detail & { id: string }>(db)`
    select n.id, n.text, n.created_at, ${personOf('n.author_id')} as author
    from report_notes n where n.entry_id = ${entryId} and (${moderates(viewer)} or not n.is_for_admins) order by n.created_at, n.id`;

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
export const takeEntry = (db: Db, id: string, staff: Staff, anyway: boolean): Promise<boolean> =>
  hasRows(
    db,
    sql`
    update report_entries e set taken_by = ${staff.id}
    where e.id = ${id} and ${closedAt(staff)} is null and (${anyway} or coalesce(e.taken_by, ${staff.id}) = ${staff.id})
    returning e.id`,
  );

export const releaseEntry = (db: Db, id: string, staffId: string): Promise<void> =>
  execute(
    db,
  )`update report_entries set taken_by = null where id = ${id} and closed_at is null and taken_by = ${staffId}`;

/**
 * Closes an open entry that no colleague has taken; false if that is not so, or if since it was read moderators have
 * decided, or a hold has begun or ended. What moderators decide about some reports closes the entry for them alone
 * (docs/product/reports.md#deciding).
 */
export async function closeEntry(
  tx: Db,
  { id, moderated_at, is_held }: Pick<EntryRow, 'id' | 'moderated_at' | 'is_held'>,
  staff: Staff,
  decision: DecisionKind,
  now: Date,
) {
  const isTheirs = sql`
    e.id = ${id} and ${closedAt(staff)} is null and coalesce(e.taken_by, ${staff.id}) = ${staff.id}
      and e.moderated_at is not distinct from ${moderated_at}::timestamptz and ${isHeld} = ${is_held}`;
  const staysOpen = moderates(staff)
    ? sql`false`
    : sql`(e.is_for_admins or (exists (select from reports r where r.entry_id = e.id)
        and ${isModerator(sql`e.person_id`, sql`e.community_id`)}))`;
  const isModerated = await hasRows(
    tx,
    sql`
    update report_entries e set moderated_at = ${now}, moderator_decision = ${decision}, moderator_id = ${staff.id},
      is_for_admins = true, taken_by = null
    where ${isTheirs} and ${staysOpen} returning e.id`,
  );
  return (
    isModerated ||
    hasRows(
      tx,
      sql`
    update report_entries e set closed_at = ${now}, decision = ${decision}, decided_by = ${staff.id}
    where ${isTheirs} and not ${staysOpen} returning e.id`,
    )
  );
}

export const isSameNote = (db: Db, id: string, entryId: string, authorId: string) =>
  firstValue<boolean>(db)`
    select entry_id = ${entryId} and author_id is not distinct from ${authorId}::uuid as is_same
    from report_notes where id = ${id}`;

/** Adds a note; the id, or undefined if it is in use or there are too many. */
export const insertNote = async (
  db: Db,
  note: { id: string | undefined; entryId: string; author: Staff; text: string },
  now: Date,
): Promise<string | undefined> => {
  const { id = null, entryId, author, text } = note;
  const row = await firstRow<{ id: string }>(db)`
    insert into report_notes (id, entry_id, author_id, is_for_admins, text, created_at)
    values (coalesce(${id}::uuid, uuidv7()), ${entryId}, ${author.id}, ${moderates(author)}, ${text}, ${now})
    on conflict (id) do nothing returning id`;
  return row?.id;
};

/** Of the site’s team, or of moderators: neither fills the place of the other. */
export const countNotes = (db: Db, entryId: string, viewer: Staff): Promise<number> =>
  countRows(db, sql`from report_notes where entry_id = ${entryId} and is_for_admins = ${moderates(viewer)}`);

/** Whether a person is an admin, whom only the command line suspends. */
export const isAdmin = async (db: Db, personId: string): Promise<boolean> =>
  (await firstRow(db)`select from users where id = ${personId} and is_admin`) !== undefined;

/** Whether the entry `e` is for the site’s team: not left to founder and moderators of its community. */
const isForAdmins = sql<boolean>`
  (e.community_id is null or e.is_for_admins or ${isModerator(sql`e.person_id`, sql`e.community_id`)})`;

/** Whether an entry waits for a person: for founder or moderator of a community, or with null for the site’s team. */
export const isWaitingFor = (personId: string, communityId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from report_entries e join users a on a.id = ${personId} and a.suspended_at is null
  where e.closed_at is null and ${isOfOthers(personId)}
    and case when ${communityId} is null then ${isForAdmins} and (a.is_admin or (a.is_moderator and not ${isAboutTeam}))
      else e.community_id = ${communityId} and e.moderated_at is null
        and ${isModerator(sql`${personId}::uuid`, communityId)} end)`;

/** For whom an open entry waits, without its writer and the person who has just reported it. */
export const findStaff = (tx: Db, entryId: string, reporterId: string) =>
  firstRow<{ communityId: string | null; moderators: string[]; admins: string[] }>(tx)`
    with staff as (
      select m.user_id as id, true as is_moderator from report_entries e
      join community_members m on m.community_id = e.community_id and m.role in ('founder', 'moderator')
      where e.id = ${entryId}
      union all
      select u.id, false from report_entries e join users u on (u.is_admin or u.is_moderator)
        and (u.is_admin or not ${isAboutTeam}) and ${isForAdmins}
      where e.id = ${entryId} and not ${isModerator(sql`u.id`, sql`e.community_id`)}),
    others as (
      select s.* from staff s join report_entries e on e.id = ${entryId}
      where s.id is distinct from e.person_id and s.id <> ${reporterId})
    select community_id as "communityId", array(select id from others where is_moderator) as moderators,
      array(select id from others where not is_moderator) as admins
    from report_entries where id = ${entryId} and closed_at is null`;

/** Who reported what is closed now, without the person who closed it. */
export const findReporters = (tx: Db, entryId: string): Promise<string[]> =>
  allValues<string>(tx)`
    select r.reporter_id as id from reports r join report_entries e on e.id = r.entry_id
    where e.id = ${entryId} and e.closed_at is not null and r.reporter_id is not null
      and r.reporter_id is distinct from e.decided_by`;
