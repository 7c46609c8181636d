import { type ReactionCounts, type ReactionType, reactionTypes } from '@inkling/contract/reactions';
import { type Db, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import './reactions.table.ts';

type Counts = ReactionCounts['counts'];

/** What readers react to; `chapterId` is null for a story. */
export interface Subject {
  storyId: string;
  chapterId: string | null;
}

/** A story or chapter that a viewer may see, with its reactions. */
export interface SubjectState {
  story_id: string;
  chapter_id: string | null;
  author_id: string;
  is_published: boolean;
  counts: Counts | null;
  mine: { _id: string; type: ReactionType } | null;
}

export type SubjectKind = 'story' | 'chapter';

const counts = sql`json_build_object(${sql.join(
  reactionTypes.flatMap((type) => [sql.lit(type), sql.ref(`n.${type}`)]),
)})`;

/** The reactions to `subject`, an SQL expression, of the story `s`. */
const reactionColumns = (subject: ReturnType<typeof sql>, viewerId: string | null) => sql`
  (select ${counts} from reaction_counts n where n.story_id = s.id and n.target_id = ${subject}) as counts,
  (select json_build_object('_id', r.id, 'type', r.type) from reactions r
    where r.story_id = s.id and r.target_id = ${subject} and r.user_id = ${viewerId}) as mine`;

/** A story or chapter with its reactions, if the viewer may open it. */
export const findSubject = async (
  db: Db,
  kind: SubjectKind,
  id: string,
  viewerId: string | null,
): Promise<SubjectState | undefined> => {
  const rules = visibleTo(viewerId === null ? null : { id: viewerId }, 'link');
  const query =
    kind === 'story'
      ? sql<SubjectState>`
          select s.id as story_id, null::uuid as chapter_id, s.author_id, s.is_published,
            ${reactionColumns(sql`s.id`, viewerId)}
          from stories s where s.id = ${id} and ${rules.story}`
      : sql<SubjectState>`
          select s.id as story_id, c.id as chapter_id, s.author_id, s.is_published and c.is_published as is_published,
            ${reactionColumns(sql`c.id`, viewerId)}
          from chapters c join stories s on s.id = c.story_id where c.id = ${id} and ${rules.chapter}`;
  return (await query.execute(db)).rows[0];
};

/** The id of the story that a story or chapter belongs to, as an SQL expression. */
export const storyIdOf = (kind: SubjectKind, id: string) =>
  kind === 'story' ? sql`${id}::uuid` : sql`(select story_id from chapters where id = ${id}::uuid)`;

/** How many reactions a person has, counted up to `max`. */
export const countOwn = async (tx: Db, userId: string, max: number): Promise<number> => {
  const { rows } = await sql<{ reactions: number }>`
    select count(*) as reactions from (select from reactions where user_id = ${userId} limit ${max}) r`.execute(
    tx,
  );
  return rows[0]?.reactions ?? 0;
};

/** Stores a reader's reaction in place of their earlier reaction to the same subject. */
export const saveReaction = async (
  tx: Db,
  { storyId, chapterId }: Subject,
  userId: string,
  type: ReactionType,
  now: Date,
): Promise<void> => {
  await sql`
    insert into reactions as r (story_id, chapter_id, user_id, type, created_at, updated_at)
    values (${storyId}, ${chapterId}, ${userId}, ${type}, ${now}, ${now})
    on conflict (story_id, target_id, user_id) do update set type = excluded.type, updated_at = excluded.updated_at
    where r.type <> excluded.type`.execute(tx);
};

export interface OwnReaction extends Subject {
  user_id: string;
  is_readable: boolean;
}

/** A person's reaction, and whether they may still open what it is about. */
export const findReaction = async (
  db: Db,
  id: string,
  viewerId: string,
): Promise<OwnReaction | undefined> => {
  const rules = visibleTo({ id: viewerId }, 'link');
  const { rows } = await sql<OwnReaction>`
    select r.story_id as "storyId", r.chapter_id as "chapterId", r.user_id,
      case when r.chapter_id is null then ${rules.story} else ${rules.chapter} end as is_readable
    from reactions r join stories s on s.id = r.story_id left join chapters c on c.id = r.chapter_id
    where r.id = ${id}`.execute(db);
  return rows[0];
};

export const deleteReaction = (tx: Db, id: string, userId: string) =>
  tx.deleteFrom('reactions').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
