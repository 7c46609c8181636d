import type { ContentWarning } from '@inkling/contract/content-warnings';
import type { Audience } from '@inkling/contract/story-labels';
import { allRows, allValues, type Db, execute, sql } from '../../platform/db/db.ts';
import { isListedChapter, isPublicChapter } from '../chapters/index.ts';
import { isPublicStory } from '../stories/index.ts';
import { nameOf } from './outdated.queries.ts';

export interface StoryToIndex {
  id: string;
  title: string;
  description: string;
  language: string;
  tags: string[];
  genres: string[];
  content_warnings: ContentWarning[];
  audience: Audience;
  author: string;
  displayName: string;
  revision: number;
}

/** Lets one transaction at a time write the index, so that an older text never wins and words are added in turn. */
export const lockIndex = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('search index', 0))`.execute(tx);

/** Those of these stories that are public. */
export const findPublicStories = (tx: Db, ids: string[]): Promise<StoryToIndex[]> =>
  allRows<StoryToIndex>(tx)`
    select s.id, s.title, s.description, s.language, s.tags, s.content_warnings, s.audience, s.revision, ${nameOf} as author,
      u.display_name as "displayName",
      array(select g.name from story_genres sg join genres g on g.id = sg.genre_id
        where sg.story_id = s.id order by sg.position) as genres
    from stories s join users u on u.id = s.author_id
    where s.id = any(${ids}::uuid[]) and ${isPublicStory()}`;

export interface ChapterToIndex {
  id: string;
  story_id: string;
  title: string;
  version: number;
  stemmer: string;
  /** Not of an exclusive one. */
  is_public: boolean;
  bytes: number;
}

/**
 * The public chapters of these stories that are not indexed as they are, in their order, without their texts. Exclusive
 * ones are among them: those who may read them find them in the story (docs/product/exclusive-chapters.md#the-gate). Their
 * piece 0 is outdated, so that they are indexed again, with their words for corrections, when they become public.
 */
export const findChaptersToIndex = (
  tx: Db,
  stories: { id: string; stemmer: string }[],
): Promise<ChapterToIndex[]> =>
  allRows<ChapterToIndex>(tx)`
    select c.id, c.story_id, c.title, c.version, i.stemmer, v.bytes, ${isPublicChapter()} as is_public
    from unnest(${stories.map(({ id }) => id)}::uuid[], ${stories.map(({ stemmer }) => stemmer)}::text[])
      as i (story_id, stemmer)
    join stories s on s.id = i.story_id join chapters c on c.story_id = s.id
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    left join search_pieces p on p.story_id = c.story_id and p.chapter_id = c.id
      and p.piece = case when ${isPublicChapter()} then 0 else 1 end
    where ${isListedChapter()} and (p.version is distinct from c.version or p.stemmer <> i.stemmer)
    order by c.story_id, c.position`;

/** The texts of these versions, in their order. */
export const findTexts = (tx: Db, chapters: ChapterToIndex[]): Promise<string[]> =>
  allValues<string>(tx)`
    select v.content
    from unnest(${chapters.map((c) => c.story_id)}::uuid[], ${chapters.map((c) => c.id)}::uuid[],
      ${chapters.map((c) => c.version)}::int[]) with ordinality as w (story_id, chapter_id, version, place)
    join chapter_versions v using (story_id, chapter_id, version) order by w.place`;

/** Words as a tsvector, as they are and stemmed, so that both the beginning of a word and other forms match. */
const bothForms = (stemmer: string, words: string) => {
  const [config, text] = [sql.raw(stemmer), sql.raw(words)];
  return sql`case when ${config} = 'simple' then to_tsvector('search_simple', ${text})
    else to_tsvector('search_simple', ${text}) || to_tsvector(('search_' || ${config})::regconfig, ${text}) end`;
};

/** A story's searchable texts: words with spaces. Titles, names and tags are as `indexTitle` and `indexName` return them. */
interface StoryDoc {
  id: string;
  revision: number;
  stemmer: string;
  titleKey: string;
  title: string;
  description: string;
  author: string;
  /** Tags and the names of genres. */
  tags: string;
}

/** Stores what the cards of stories say; `saveWords` follows. */
export const saveStories = (tx: Db, docs: StoryDoc[]): Promise<void> =>
  execute(tx)`
    insert into search_stories (story_id, revision, stemmer, title_key, doc)
    select id, revision, stemmer, title_key,
      setweight(${bothForms('stemmer', 'title')} || to_tsvector('search_simple', author), 'A')
        || setweight(${bothForms('stemmer', 'tags')}, 'B')
        || setweight(to_tsvector(('search_' || stemmer)::regconfig, description), 'C')
    from unnest(${docs.map((d) => d.id)}::uuid[], ${docs.map((d) => d.revision)}::bigint[],
      ${docs.map((d) => d.stemmer)}::text[], ${docs.map((d) => d.titleKey)}::text[], ${docs.map((d) => d.title)}::text[],
      ${docs.map((d) => d.description)}::text[], ${docs.map((d) => d.author)}::text[], ${docs.map((d) => d.tags)}::text[])
      as n (id, revision, stemmer, title_key, title, description, author, tags)
    on conflict (story_id) do update set revision = excluded.revision, stemmer = excluded.stemmer,
      title_key = excluded.title_key, doc = excluded.doc`;

/** What a tsvector may have at most is 1 MB, of which each word takes some bytes more than it has. */
const maxWordBytes = 800_000;

/** Stores all words of stories whose chapters are indexed; `names` and each of `labels` are words with spaces. */
export const saveWords = (
  tx: Db,
  stories: { id: string; revision: number; names: string; labels: string[]; hasTexts: boolean }[],
): Promise<void> =>
  execute(tx)`
    update search_stories d set words_revision = n.revision, words = (
      select array_to_tsvector(coalesce(array_agg(word), '{}')) from (
        select word, sum(octet_length(word) + 8) over (order by place, word) as bytes from (
          select word, min(place) as place from (
            select unnest(tsvector_to_array(d.doc)) as word, 1 as place
            union all select unnest(string_to_array(n.labels, ' ')), 1
            union all select unnest(string_to_array(n.label_names, '|')) || '/label', 1
            union all select unnest(string_to_array(n.names, ' ')) || '/author', 1
            union all select ${stemmed(sql`d.doc`)}, 2
            union all select ${stemmed(sql`to_tsvector(('search_' || d.stemmer)::regconfig, n.labels)`)}, 2
            union all select ${stemmed(sql`p.doc`)}, 3
              from search_pieces p join chapters c on c.id = p.chapter_id and c.version = p.version
              join stories s on s.id = c.story_id
              where n.has_texts and p.story_id = d.story_id and ${isPublicChapter()}) as every
          where word <> '' and word not like '/%' group by word) as distinct_words) as counted
      where bytes <= ${maxWordBytes})
    from unnest(${stories.map(({ id }) => id)}::uuid[], ${stories.map(({ revision }) => revision)}::bigint[],
      ${stories.map(({ hasTexts }) => hasTexts)}::boolean[], ${stories.map(({ names }) => names)}::text[],
      ${stories.map(({ labels }) => labels.join(' '))}::text[], ${stories.map(({ labels }) => labels.join('|'))}::text[])
      as n (id, revision, has_texts, names, labels, label_names)
    where d.story_id = n.id`;

/** The words of a document as those of a text in the language of the story `d`. */
const stemmed = (doc: ReturnType<typeof sql>) => sql`
  unnest(tsvector_to_array(${doc})) || case when d.stemmer = 'simple' then '' else '/' || d.stemmer end`;

/**
 * Marks some of the `count` stories with most views as popular, and some others as not; whether any were left. Each is
 * written to the indexes of words again.
 */
export const markPopular = async (db: Db, count: number, some: number): Promise<boolean> => {
  const { rows } = await sql`
    with most as materialized (select story_id from story_counts order by views desc, story_id desc limit ${count})
    update search_stories d set is_popular = not is_popular
    where story_id in (
      (select story_id from most join search_stories using (story_id) where not is_popular limit ${some})
      union all
      (select story_id from search_stories where is_popular and story_id not in (select story_id from most) limit ${some}))
    returning 1`.execute(db);
  return rows.length > 0;
};

/** Removes from the index what is no longer public of these stories. */
export const removeHidden = async (tx: Db, ids: string[]): Promise<void> => {
  await execute(tx)`
    delete from search_pieces p where story_id = any(${ids}::uuid[]) and not exists (
      select from chapters c join stories s on s.id = c.story_id where c.id = p.chapter_id and ${isListedChapter()})`;
  await sql`
    delete from search_stories d where story_id = any(${ids}::uuid[]) and not exists (
      select from stories s where s.id = d.story_id and ${isPublicStory()})`.execute(tx);
};

export const removeChapters = (tx: Db, ids: string[]) =>
  sql`delete from search_pieces where chapter_id = any(${ids}::uuid[])`.execute(tx);

interface PieceDoc {
  storyId: string;
  chapterId: string;
  piece: number;
  stemmer: string;
  version: number;
  text: string;
  /** The chapter's title, in the pieces that are found by it, and the text: words with spaces. */
  title: string;
  words: string;
}

export const savePieces = (tx: Db, docs: PieceDoc[]) =>
  sql`
    insert into search_pieces (story_id, chapter_id, piece, stemmer, version, text, doc)
    select story_id, chapter_id, piece, stemmer, version, text,
      setweight(${bothForms('stemmer', 'title')}, 'A') || to_tsvector(('search_' || stemmer)::regconfig, words)
    from unnest(${docs.map((d) => d.storyId)}::uuid[], ${docs.map((d) => d.chapterId)}::uuid[],
      ${docs.map((d) => d.piece)}::int[], ${docs.map((d) => d.stemmer)}::text[], ${docs.map((d) => d.version)}::int[],
      ${docs.map((d) => d.text)}::text[], ${docs.map((d) => d.title)}::text[], ${docs.map((d) => d.words)}::text[])
      as n (story_id, chapter_id, piece, stemmer, version, text, title, words)`.execute(tx);

/** Lets chapters be indexed again when they are public; until then they are found as before. */
export const markOutdated = (tx: Db, ids: string[]) =>
  sql`update search_pieces set stemmer = '' where chapter_id = any(${ids}::uuid[]) and piece = 0`.execute(tx);

interface PersonToIndex {
  id: string;
  name: string;
  displayName: string;
}

export const findPeople = (tx: Db, ids: string[]): Promise<PersonToIndex[]> =>
  allRows<PersonToIndex>(tx)`
    select u.id, ${nameOf} as name, u.display_name as "displayName" from users u where u.id = any(${ids}::uuid[])`;

export const savePeople = (tx: Db, people: (PersonToIndex & { key: string; words: string })[]) =>
  execute(tx)`
    insert into search_people (user_id, name, name_key, doc)
    select id, name, key, to_tsvector('search_simple', words)
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ key }) => key)}::text[], ${people.map(({ words }) => words)}::text[]) as n (id, name, key, words)
    on conflict (user_id) do update set name = excluded.name, name_key = excluded.name_key, doc = excluded.doc`;

/** Adds words that misspelt ones may be corrected to. */
export const addWords = (tx: Db, words: { word: string; latin: string }[]) =>
  sql`
    insert into search_words (word, latin)
    select word, latin from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ latin }) => latin)}::text[])
      as n (word, latin)
    where not exists (select from search_words w where w.word = n.word)
    on conflict do nothing`.execute(tx);

export const addStemmers = (tx: Db, stemmers: string[]) =>
  execute(tx)`
    insert into search_stemmers (stemmer) select unnest(${stemmers}::text[]) on conflict do nothing`;

/** Words after `last`, in order. */
export const listWords = (db: Db, last: string, limit: number): Promise<string[]> =>
  allValues<string>(db)`
    select word from search_words where word > ${last} order by word limit ${limit}`;

/** Deletes those of these words that no indexed text has any more. */
export const deleteUnusedWords = (db: Db, words: string[]) =>
  sql`
    delete from search_words w where word = any(${words}::text[])
      and not exists (select from search_stories d where d.doc @@ ${anyForm()})
      and not exists (select from search_people p where p.doc @@ ${anyForm()})
      and not exists (select from search_pieces p where p.doc @@ ${anyForm()})`.execute(db);

/** A word of `w` in any of its forms; words have letters only. */
const anyForm = () => sql`(
  select string_agg(quote_literal(lexeme), ' | ') from (
    select w.word as lexeme union
    select unnest(ts_lexize(('search_' || stemmer)::regdictionary, w.word)) from search_stemmers where stemmer <> 'simple')
    as forms)::tsquery`;
