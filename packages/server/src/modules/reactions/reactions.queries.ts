import type { ReactionCounts, ReactionType } from '@inkling/contract/reactions';
import type { AppContext } from '../../platform/context.ts';
import type { CountedTable } from '../../platform/db/counted-table.ts';
import { allRows, type Db, execute, firstRow, hasRows, sql, transaction } from '../../platform/db/db.ts';
import type { Erased } from '../../platform/module.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { type Subject, subjectKind } from '../../platform/subjects.ts';
import { ownSubjects } from '../chapters/index.ts';
import { type Block, blockWith } from '../users/index.ts';

/** What readers react to: a story, a chapter or another kind of subject. */
export interface SubjectRef {
  kind: string;
  id: string;
}

/** A subject that a viewer may see, with its reactions. */
export interface SubjectState extends Subject {
  /** The types that it has, with their numbers. */
  counts: Partial<ReactionCounts['counts']> | null;
  mine: { _id: string; type: ReactionType } | null;
  /** Between the viewer and the owner. */
  block: Block | null;
}

/** A subject with its reactions, if the viewer may open it; `isLocked` as for `SubjectKind`. */
export const findSubject = (
  { modules, clock, config }: Pick<AppContext, 'modules' | 'clock' | 'config'>,
  db: Db,
  { kind, id }: SubjectRef,
  viewerId: string | null,
  isLocked = false,
): Promise<SubjectState | undefined> =>
  firstRow<SubjectState>(db)`
    select s.*, ${blockWith(viewerId, sql`s.owner_id`)} as block,
      (select json_object_agg(n.type, n.reactions) from reaction_counts n where n.subject_id = s.id) as counts,
      (select json_build_object('_id', r.id, 'type', r.type) from reactions r
        where r.subject_id = s.id and r.user_id = ${viewerId}::uuid) as mine
    from (${subjectKind({ modules }, kind).select(id, viewerId, isLocked, { clock, config })}) s`;

/** Locks a person against deletion and suspension until the transaction ends; false if they may not react. */
export const lockReader = (tx: Db, userId: string): Promise<boolean> =>
  hasRows(tx)`
    select from users where id = ${userId} and deletion_due_at is null and suspended_at is null for share`;

/** How many reactions a person has, counted up to `max`. */
export const countOwn = async (tx: Db, userId: string, max: number): Promise<number> => {
  const row = await firstRow<{ reactions: number }>(tx)`
    select count(*) as reactions from (select from reactions where user_id = ${userId} limit ${max}) r`;
  return row?.reactions ?? 0;
};

/** A reaction that was added (`by` 1) or taken away (-1). */
interface Change {
  subject_id: string;
  type: ReactionType;
  by: number;
}

const countChanges = async (tx: Db, changes: Change[]): Promise<void> => {
  const arrays = sql`${changes.map(({ subject_id }) => subject_id)}::uuid[],
    ${changes.map(({ type }) => type)}::text[], ${changes.map(({ by }) => by)}::int[]`;
  await execute(tx)`
    insert into reaction_counts (subject_id, type)
    select distinct subject_id, type from unnest(${arrays}) as c (subject_id, type, by) where by > 0
    on conflict do nothing`;
  await execute(tx)`
    with changes as (
      select subject_id, type, sum(by) as by from unnest(${arrays}) as c (subject_id, type, by) group by 1, 2),
    locked as materialized (
      select subject_id, type from reaction_counts join changes using (subject_id, type)
      order by 1, 2 for no key update of reaction_counts)
    update reaction_counts n set reactions = n.reactions + c.by from changes c join locked using (subject_id, type)
    where n.subject_id = c.subject_id and n.type = c.type`;
};

/**
 * Stores a reader's reaction in place of their earlier reaction to the same subject. Returns its id, and whether it is the
 * first; undefined if it is the same as before.
 */
export const saveReaction = async (
  tx: Db,
  { kind, id }: SubjectRef,
  userId: string,
  type: ReactionType,
  now: Date,
): Promise<{ id: string; isFirst: boolean } | undefined> => {
  const rows = await allRows<{ id: string; before: ReactionType | null }>(tx)`
    insert into reactions as r (subject_kind, subject_id, user_id, type, created_at, updated_at)
    values (${kind}, ${id}, ${userId}, ${type}, ${now}, ${now})
    on conflict (subject_id, user_id) do update set type = excluded.type, updated_at = excluded.updated_at
      where r.type <> excluded.type
    returning id, old.type as before`;
  const [saved] = rows;
  if (saved === undefined) return undefined;
  const added = { subject_id: id, type, by: 1 };
  await countChanges(
    tx,
    saved.before === null ? [added] : [added, { subject_id: id, type: saved.before, by: -1 }],
  );
  return { id: saved.id, isFirst: saved.before === null };
};

export const findReaction = (db: Db, id: string): Promise<(SubjectRef & { user_id: string }) | undefined> =>
  firstRow<SubjectRef & { user_id: string }>(db)`
    select subject_kind as kind, subject_id as id, user_id from reactions where id = ${id}`;

/** Deletes at most `max` reactions that match a condition; returns how many. */
const deleteReactions = async (
  tx: Db,
  which: ReturnType<typeof sql>,
  max: number | null,
): Promise<number> => {
  const rows = await allRows<Change>(tx)`
    delete from reactions where (subject_id, user_id) in (
      select subject_id, user_id from reactions where ${which} order by subject_id, user_id limit ${max} for update)
    returning subject_id, type, -1 as by`;
  if (rows.length > 0) await countChanges(tx, rows);
  return rows.length;
};

/** Deletes a person's reaction; false if there is none. */
export const deleteReaction = async (tx: Db, id: string, userId: string): Promise<boolean> =>
  (await deleteReactions(tx, sql`id = ${id} and user_id = ${userId}`, 1)) > 0;

/** Deletes all reactions of a person. */
const withdrawReactions = (tx: Db, userId: string): Promise<number> =>
  deleteReactions(tx, sql`user_id = ${userId}`, null);

/** Deletes at most `max` reactions to a story or chapter that is erased; returns how many. */
export const eraseReactions = (db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> =>
  transaction(db, async (tx) => {
    const subjectId = chapterId ?? storyId;
    const erased = await deleteReactions(tx, sql`subject_id = ${subjectId}`, max);
    if (erased === 0) await tx.deleteFrom('reaction_counts').where('subject_id', '=', subjectId).execute();
    return erased;
  });

/** Deletes the reactions to the stories of a person whose account is deleted, and to their chapters. */
async function forgetOwnSubjects(tx: Db, authorId: string): Promise<void> {
  const subjects = ownSubjects(authorId);
  await execute(tx)`delete from reactions where subject_id in (${subjects})`;
  await execute(tx)`delete from reaction_counts where subject_id in (${subjects})`;
}

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'reaction_counts',
    key: { subject_id: 'uuid', type: 'text' },
    counted: [
      {
        columns: ['reactions'],
        is: sql`select count(*) from reactions r where r.subject_id = t.subject_id and r.type = t.type`,
      },
    ],
    rows: { key: ['subject_id', 'type'], from: sql`reactions` },
  },
];

/** A person's reactions; titles only of what they may still see. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Your reactions to stories and chapters',
      why: 'To show authors and readers how a text is received.',
      seenBy: 'Only you. Others see the numbers.',
      until: untilRemoved,
      columns: ['reactions.user_id'],
    },
  ],
  lists: (userId) => ({
    'reactions.json': sql`select json_build_object('id', s.id,
            'title', case when s.is_published and s.deleted_at is null then s.title end) as story,
          case when c.id is not null then json_build_object('id', c.id,
            'title', case when s.is_published and s.deleted_at is null and c.is_published then c.title end)
          end as chapter, r.type, r.created_at as "createdAt", r.updated_at as "updatedAt"
        from reactions r left join chapters c on c.id = r.subject_id
          join stories s on s.id = coalesce(c.story_id, r.subject_id)
        where r.user_id = ${userId} order by r.id`,
  }),
  forget: (_ctx, tx, { id }) => forgetOwnSubjects(tx, id),
  async withdraw(tx, userId) {
    await withdrawReactions(tx, userId);
  },
};
