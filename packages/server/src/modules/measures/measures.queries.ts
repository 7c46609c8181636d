import { randomUUID } from 'node:crypto';
import type { LogEntry, MeasureKind } from '@inkling/contract/measures';
import type { Author } from '@inkling/contract/users';
import type { LoggedEntry } from '../../platform/action-log.ts';
import {
  allRows,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  isoTime,
  type RawBuilder,
  sql,
  type TableRow,
} from '../../platform/db/db.ts';
import { type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import type { Removed } from '../../platform/reportable.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import { authorJson } from '../users/index.ts';

export interface MeasureRow
  extends Omit<TableRow<'measures'>, 'answered_by' | 'by_id' | 'entry_id' | 'lifted_by' | 'removed'> {
  person: Author | null;
  /** Whether the person is an admin or a moderator of the site. */
  is_about_team: boolean;
  by: Author | null;
  lifted_by: Author | null;
  answered_by: Author | null;
}

const personOf = (id: string) => sql`(select ${authorJson('a')} from users a where a.id = ${sql.ref(id)})`;

/** Whether the measure `m` is against an admin or a moderator of the site. */
const isAboutTeam = sql<boolean>`exists (
  select from users t where t.id = m.person_id and (t.is_admin or t.is_moderator))`;

const columns = sql`
  m.id, m.kind, m.person_id, m.subject_kind, m.subject_id, m.title, m.reason, m.created_at, m.ends_at, m.ended_at, m.appeal,
  m.appealed_at, m.answer, m.answered_at, m.is_granted, m.is_by_moderator, ${isAboutTeam} as is_about_team,
  ${personOf('m.person_id')} as person, ${personOf('m.by_id')} as by,
  ${personOf('m.lifted_by')} as lifted_by, ${personOf('m.answered_by')} as answered_by`;

export const findMeasure = (db: Db, id: string): Promise<MeasureRow | undefined> =>
  firstRow<MeasureRow>(db)`select ${columns} from measures m where m.id = ${id}`;

/** Every measure against a person, or those of a community's queue, the newest first; at most `max`. */
export const listMeasuresOf = (
  db: Db,
  personId: string,
  max: number,
  community: string | null = null,
): Promise<MeasureRow[]> =>
  allRows<MeasureRow>(db)`
    select ${columns} from measures m where m.person_id = ${personId} and (${community}::uuid is null
      or m.entry_id in (select id from report_entries where community_id = ${community}))
    order by m.created_at desc, m.id desc limit ${max}`;

/**
 * One page of measures: all, those against a person, or those with an appeal that waits for an answer; with `ofOthers`, none
 * against the site’s team.
 */
export const listMeasures = async (
  db: Db,
  {
    person = null,
    appeals,
    ofOthers,
    page,
    limit,
  }: { person?: string | null; appeals: boolean; ofOthers: boolean; page: number; limit: number },
): Promise<{ rows: MeasureRow[]; total: number }> => {
  const which = sql`
    measures m where (${person}::uuid is null or m.person_id = ${person})
      and ${appeals ? sql`m.appeal is not null and m.answer is null` : sql`true`}
      ${ofOthers ? sql`and not ${isAboutTeam}` : sql``}`;
  const rows = await allRows<MeasureRow>(db)`
    select ${columns} from ${which} order by m.created_at desc, m.id desc limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from ${which}`) };
};

/** Of several transactions that change the measures against a person, the others wait until this one ends. */
export const lockMeasuresOf = (tx: Db, personId: string): Promise<void> =>
  execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`measures of ${personId}`}, 0))`;

export interface NewMeasure {
  kind: MeasureKind;
  personId: string;
  subject: { kind: string; id: string; title: string } | null;
  reason: string;
  /** Of a suspension; null for good. */
  until: Date | null;
  entryId: string | null;
  /** Null for the command line. */
  byId: string | null;
}

export const insertMeasure = async (
  tx: Db,
  { kind, personId, subject, reason, until, entryId, byId }: NewMeasure,
  removed: Removed | null,
  now: Date,
): Promise<string> =>
  (await firstValue<string>(tx)`
    insert into measures
      (kind, person_id, subject_kind, subject_id, title, reason, removed, entry_id, by_id, is_by_moderator, created_at,
        ends_at)
    values (${kind}, ${personId}, ${subject?.kind ?? null}, ${subject?.id ?? null}, ${subject?.title ?? ''}, ${reason},
      ${removed === null ? null : JSON.stringify(removed)}::jsonb, ${entryId}, ${byId},
      exists (select from users where id = ${byId} and not (is_admin or is_moderator)), ${now}, ${until})
    returning id`) ?? '';

export interface EndedMeasure {
  kind: MeasureKind;
  person_id: string;
  /** Both null if the measure is against the person alone. */
  subject_kind: string | null;
  subject_id: string | null;
  removed: Removed | null;
}

/** Ends a measure; undefined if it is not in force. */
export const endMeasure = (tx: Db, id: string, byId: string | null, now: Date) =>
  firstRow<EndedMeasure>(tx)`
    update measures set ended_at = ${now}, lifted_by = ${byId}, removed = null where id = ${id} and ended_at is null
    returning kind, person_id, subject_kind, subject_id, old.removed`;

/** The newest removal of the same thing that is in force, which from now on has what an ended one took away. */
export const handOver = (tx: Db, { subject_kind, subject_id, removed }: EndedMeasure) =>
  firstRow<{ reason: string }>(tx)`
    update measures set removed = coalesce(removed, ${removed === null ? null : JSON.stringify(removed)}::jsonb)
    where id = (
      select id from measures where subject_kind = ${subject_kind} and subject_id = ${subject_id} and kind = 'remove'
        and ended_at is null order by created_at desc, id desc limit 1)
    returning reason`;

/** Since when a person is suspended, by the suspensions in force, and until when: null for good. */
export const findSuspension = (db: Db, personId: string) =>
  firstRow<{ since: Date | null; until: Date | null }>(db)`
    select min(created_at) as since, case when count(*) = count(ends_at) then max(ends_at) end as until
    from measures where person_id = ${personId} and kind = 'suspend' and ended_at is null`;

const idsOf = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);

export const listDue = (db: Db, now: Date, max: number): Promise<string[]> =>
  idsOf(allRows<{ id: string }>(db)`
    select id from measures where ended_at is null and ends_at <= ${now} order by ends_at limit ${max}`);

/** The measures in force that suspend a person, or remove a thing: a story's cover has the story's id. */
export const listInForce = (
  db: Db,
  which: { suspended: string } | { removed: string; kind: ModeratedText['kind'] },
): Promise<string[]> => {
  const condition: RawBuilder<unknown> =
    'suspended' in which
      ? sql`kind = 'suspend' and person_id = ${which.suspended}`
      : sql`kind = 'remove' and subject_kind = ${which.kind} and subject_id = ${which.removed}`;
  return idsOf(allRows<{ id: string }>(db)`
    select id from measures where ended_at is null and ${condition} order by created_at, id`);
};

/** Stores the one appeal against a measure in force; false if there is one, or the measure has ended. */
export const insertAppeal = async (tx: Db, id: string, text: string, now: Date): Promise<boolean> =>
  (await firstRow(tx)`
    update measures set appeal = ${text}, appealed_at = ${now} where id = ${id} and appeal is null and ended_at is null
    returning id`) !== undefined;

/** Stores the answer to an appeal; false if there is one. */
export const insertResponse = async (
  tx: Db,
  id: string,
  { answer, lifts }: { answer: string; lifts: boolean },
  byId: string,
  now: Date,
): Promise<boolean> =>
  (await firstRow(tx)`
    update measures set answer = ${answer}, is_granted = ${lifts}, answered_at = ${now}, answered_by = ${byId}
    where id = ${id} and appeal is not null and answer is null returning id`) !== undefined;

/** The pictures that removals have taken away stay until these are lifted. */
export const removedImageUse: ImageUse = {
  name: 'removed image',
  rows: sql`select id, person_id as owner_id, removed->>'image' as address from measures where removed ? 'image'`,
  isKept: true,
};

/** A story or chapter as the operator sees it. */
export interface ModeratedText {
  id: string;
  kind: 'story' | 'chapter';
  /** The story itself, or the chapter's story. */
  storyId: string;
  title: string;
  storyTitle: string;
  authorId: string;
  author: string;
  isPublished: boolean;
  takenDownAt: Date | null;
  reason: string | null;
  /** Whether the author is an admin or a moderator of the site. */
  isAboutTeam: boolean;
}
export type TakenDownText = ModeratedText & { takenDownAt: Date; reason: string };

const texts = sql`
  select s.id, 'story' as kind, s.id as "storyId", s.title, s.title as "storyTitle", s.author_id as "authorId",
    u.username as author, s.is_published as "isPublished", s.taken_down_at as "takenDownAt", s.takedown_reason as reason,
    u.is_admin or u.is_moderator as "isAboutTeam"
  from stories s join users u on u.id = s.author_id where s.deleted_at is null
  union all
  select c.id, 'chapter', s.id, c.title, s.title, s.author_id, u.username, c.is_published, c.taken_down_at, c.takedown_reason,
    u.is_admin or u.is_moderator
  from chapters c join stories s on s.id = c.story_id join users u on u.id = s.author_id
  where c.deleted_at is null and s.deleted_at is null`;

/** The story or chapter of this id, unless it is deleted. */
export const findText = (db: Db, id: string): Promise<ModeratedText | undefined> =>
  firstRow<ModeratedText>(db)`select * from (${texts}) as texts where id = ${id}`;

interface TakedownFilter {
  /** Leaves out texts by admins and moderators. */
  ofOthers?: boolean;
  max?: number | null;
  /** Only this story with its chapters, or this chapter. */
  text?: string | undefined;
}

/** Stories and chapters that are taken down, latest first. */
export const listTakedowns = (
  db: Db,
  { ofOthers = false, max = null, text }: TakedownFilter = {},
): Promise<TakenDownText[]> =>
  allRows<TakenDownText>(db)`
    select * from (${texts}) as texts where "takenDownAt" is not null ${ofOthers ? sql`and not "isAboutTeam"` : sql``}
      ${text === undefined ? sql`` : sql`and ${text}::uuid in (id, "storyId")`}
    order by "takenDownAt" desc, id limit ${max}`;

/** The measures against a person. Who took them stays with the team. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'account',
      what: 'Decisions of the people who run this site about you or what you wrote, with their reasons, and your appeals',
      why: 'To keep the rules, to tell you why, and to undo what was wrong.',
      seenBy:
        'You and the people who run this site. A log records that there was a decision, or that an admin acted on the account, without names or texts.',
      until: withAccount,
      columns: ['measures.person_id', 'measure_log_people.person_id'],
      notExported: {
        'measures.by_id': 'the team speaks with one voice',
        'measures.lifted_by': 'the team speaks with one voice',
        'measures.answered_by': 'the team speaks with one voice',
      },
    },
  ],
  lists: (userId) => ({
    'decisions.json': sql`
      select kind, subject_kind as "about", title, reason, created_at as "createdAt", ends_at as until,
        ended_at as "endedAt", appeal, appealed_at as "appealedAt", answer, answered_at as "answeredAt"
      from measures where person_id = ${userId} order by created_at, id`,
    'log.json': sql`
      select l.at, l.action, l.detail, p.is_actor as "byYou"
      from measure_log_people p join measure_log l on l.number = p.number
      where p.person_id = ${userId} order by l.number`,
  }),
  // Rows about the person, and their name in those about others, go with the account by foreign keys.
  async forget() {},
};

/** Adds to the log; see `logAction` of the platform. */
export const insertLogEntry = async (
  tx: Db,
  { action, subjectId, actorId, personId = null, detail = '' }: LoggedEntry,
  now: Date,
): Promise<void> => {
  const subject = subjectId ?? randomUUID();
  await execute(tx)`
    with entry as (
      insert into measure_log (at, action, subject_id, actor, detail)
      values (${now}, ${action}, ${subject},
        sha256(convert_to(${subject}::text || ' ' || ${actorId}::text, 'UTF8')), ${detail})
      returning number)
    insert into measure_log_people (number, person_id, is_actor)
    select number, u.id, who.is_actor
    from entry, (values (${actorId}::uuid, true), (${personId}::uuid, false)) who (id, is_actor)
    join users u on u.id = who.id`;
};

const personIn = (isActor: boolean) => sql`(
  select ${authorJson('a')} from measure_log_people p join users a on a.id = p.person_id
  where p.number = l.number and p.is_actor = ${isActor})`;

/** One page of the log, the newest first; with `person`, what they did or what concerns them. */
export const listLog = async (
  db: Db,
  { person, page, limit }: { person: string | null; page: number; limit: number },
): Promise<{ rows: LogEntry[]; total: number }> => {
  const which = sql`measure_log l where (${person}::uuid is null
    or l.number in (select number from measure_log_people where person_id = ${person}))`;
  const rows = await allRows<LogEntry>(db)`
    select l.number, ${isoTime('l.at')} as at, l.action, l.actor is not null as "isByPerson", ${personIn(true)} as by,
      ${personIn(false)} as person, coalesce(m.title, s.title, '') as title,
      coalesce(nullif(l.detail, ''), m.kind, '') as detail
    from (select * from ${which} order by l.number desc limit ${limit} offset ${(page - 1) * limit}) l
    left join measures m on m.id = l.subject_id
    left join stories s on s.id = l.subject_id and s.is_published and s.deleted_at is null
    order by l.number desc`;
  return { rows, total: await countRows(db, sql`from ${which}`) };
};
