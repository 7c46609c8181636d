import { z } from 'zod';
import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';

/** The ways to sort a public list. Ties are broken by id. */
export type ListOrder =
  | 'updated'
  | 'released'
  | 'views'
  | 'likes'
  | 'title'
  | 'trending'
  | 'rating'
  | 'comments'
  | 'words'
  | 'chapters'
  | 'picked';

type Type = 'timestamptz' | 'bigint' | 'float8' | 'integer' | 'text' | 'uuid';

interface Order {
  /** Expressions with their types; together with the direction they match an index. */
  keys: Record<string, Type>;
  direction: 'asc' | 'desc';
  /** A table that the keys need; the story's alias is `s`. */
  join?: string;
}

const counts = 'join story_counts counts on counts.story_id = s.id';

const orders: Record<ListOrder, Order> = {
  updated: { keys: { 's.last_updated': 'timestamptz', 's.id': 'uuid' }, direction: 'desc' },
  released: { keys: { 's.published_at': 'timestamptz', 's.id': 'uuid' }, direction: 'desc' },
  views: { keys: { 'counts.views': 'bigint', 'counts.story_id': 'uuid' }, direction: 'desc', join: counts },
  likes: { keys: { 'counts.likes': 'bigint', 'counts.story_id': 'uuid' }, direction: 'desc', join: counts },
  title: { keys: { 'lower(s.title)': 'text', 's.id': 'uuid' }, direction: 'asc' },
  trending: {
    keys: { 't.score': 'bigint', 't.views': 'bigint', 't.story_id': 'uuid' },
    direction: 'desc',
    join: 'join trending_stories t on t.story_id = s.id',
  },
  rating: {
    keys: { 'rated.score': 'float8', 'rated.story_id': 'uuid' },
    direction: 'desc',
    join: 'join story_ratings rated on rated.story_id = s.id and rated.score is not null',
  },
  comments: {
    keys: { 'commented.comments': 'bigint', 'commented.story_id': 'uuid' },
    direction: 'desc',
    join: 'join story_comment_counts commented on commented.story_id = s.id and commented.comments > 0',
  },
  words: { keys: { 's.published_words': 'bigint', 's.id': 'uuid' }, direction: 'desc' },
  chapters: { keys: { 's.published_chapters': 'integer', 's.id': 'uuid' }, direction: 'desc' },
  picked: {
    keys: { 'p.position': 'integer', 'p.story_id': 'uuid' },
    direction: 'asc',
    join: 'join story_picks p on p.story_id = s.id',
  },
};

const columnsOf = (order: ListOrder): string[] => Object.keys(orders[order].keys);

export const listOrder = (order: ListOrder) =>
  sql.raw(
    columnsOf(order)
      .map((column) => `${column} ${orders[order].direction}`)
      .join(', '),
  );

/** The tables of a list, with the story's alias `s`. */
export const listTables = (order: ListOrder) => sql.raw(`stories s ${orders[order].join ?? ''}`);

/** A story's position in a list, as an array of texts: what `isAfter` compares. */
export const positionIn = (order: ListOrder) =>
  sql.raw(
    `array[${columnsOf(order)
      .map((column) => `(${column})::text`)
      .join(', ')}]`,
  );

/** Whether a story comes after a position, whose values `positionSchema` has checked. */
export const isAfter = (order: ListOrder, position: readonly string[]) => {
  const { keys, direction } = orders[order];
  const values = Object.values(keys).map((type, index) => sql`${position[index] ?? ''}::${sql.raw(type)}`);
  const columns = sql.raw(columnsOf(order).join(', '));
  return sql<boolean>`(${columns}) ${sql.raw(direction === 'desc' ? '<' : '>')} (${sql.join(values)})`;
};

const shapes: Record<Type, RegExp> = {
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/,
  bigint: /^\d{1,18}$/,
  float8: /^\d{1,3}(\.\d{1,20})?$/,
  integer: /^\d{1,9}$/,
  text: /^[^\0]{0,250}$/su,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

/** What clients send back of a position: the order, then its values. */
export const positionSchema = (order: ListOrder) => {
  const [first, ...rest] = Object.values(orders[order].keys).map((type) => z.string().regex(shapes[type]));
  return z.tuple([z.literal(order), first ?? z.never(), ...rest]).transform(([, ...position]) => position);
};

/** The revisions that lists depend on: the catalogue's and the trending list's. Counters have none. */
export const currentRevisions = perInstance((db: Db) => {
  const load = keyedLoader(
    async () => {
      const rows = await allRows<{ catalogue: number; trending: number }>(db)`
        select revision as catalogue, trending_revision as trending from catalogue`;
      return new Map(rows.map((row) => ['lists', row]));
    },
    { onStandbys: true },
  );
  return async () => (await load('lists')) ?? { catalogue: 0, trending: 0 };
});
