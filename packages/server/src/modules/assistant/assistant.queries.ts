import { allValues, type Db, firstRow, hasRows, sql, streamRows } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';

export const findStory = (db: Db, id: string): Promise<{ id: string; author_id: string } | undefined> =>
  firstRow<{ id: string; author_id: string }>(db)`
    select id, author_id from stories where id = ${id} and deleted_at is null`;

/** The texts of a story's chapters for its author, drafts included, the newest first. Needs a transaction. */
export const textsOfStory = (tx: Db, storyId: string): AsyncGenerator<{ content: string }> =>
  streamRows(
    tx,
    sql<{ content: string }>`select v.content
      from chapters c join chapter_versions v
        on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
      where c.story_id = ${storyId} and c.deleted_at is null order by c.position desc`,
    4,
  );

/** The words of the names in a story's glossary. */
export const wordsOfNames = (db: Db, storyId: string): Promise<string[]> =>
  allValues<string>(db)`
      select distinct w.word from glossary_entries e, unnest(e.names) as n(name), regexp_split_to_table(n.name, '\\s+') as w(word)
      where e.story_id = ${storyId} order by w.word`;

/**
 * Counts a request of a person's that is about to be sent; whether it may be: they have agreed to this host, and have
 * requests left on this day of theirs (`max` a day). Concurrent ones wait.
 */
export const countUse = (
  db: Db,
  { personId, host, day, max }: { personId: string; host: string; day: string; max: number },
) =>
  hasRows(db)`update model_use
      set day = greatest(day, ${day}::date), requests = case when day < ${day}::date then 1 else requests + 1 end
      where person_id = ${personId} and host = ${host} and (day < ${day}::date or requests < ${max}::integer)
      returning person_id`;

/** The host that a person agreed to, and how many requests they have made on a day of theirs. */
export const findModelUse = (db: Db, personId: string, day: string) =>
  firstRow<{ host: string | null; requests: number }>(db)`
    select host, case when day < ${day}::date then 0 else requests end as requests
    from model_use where person_id = ${personId}`;

/** Stores which host a person agrees to; null for none. Their requests of the day stay counted. */
export const setModelHost = (db: Db, personId: string, host: string | null, day: string) =>
  sql`insert into model_use (person_id, host, day) values (${personId}, ${host}, ${day}::date)
    on conflict (person_id) do update set host = excluded.host`.execute(db);

/** Whether a model may read a person's texts. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'To which server you let the writing assistant send texts, and how often it did on the last day',
      why: 'So that no text is sent before you agree, and to limit how often. The texts are not stored.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['model_use.person_id'],
    },
  ],
  lists: (userId) => ({
    'assistant-model.json': sql`
      select host as "agreedHost", day::text as day, requests from model_use where person_id = ${userId}`,
  }),
};
