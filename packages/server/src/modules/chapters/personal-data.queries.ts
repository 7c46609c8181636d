import { isVerse } from '@inkling/contract/chapter-text';
import { type RawBuilder, sql, streamRows } from '../../platform/db/db.ts';
import {
  type ExportedFile,
  jsonLines,
  numberedName,
  onlyYou,
  type PersonalPart,
  text,
  untilRemoved,
} from '../../platform/personal-data.ts';
import { lockMarkedStories, storyFolders } from '../stories/index.ts';
import { chapterLikes } from './chapter-likes.queries.ts';

/** Rows per batch; small, since texts may be long. */
const batchSize = 4;

interface TextRow {
  number: number;
  title: string;
  content: string;
  authorNotes: string;
  endNotes: string;
}

/** A chapter as Markdown; lines of verse that belong together are a line block, every other line is a paragraph. */
const markdown = ({ title, content, authorNotes, endNotes }: TextRow): string =>
  [
    `# ${title}`,
    ...paragraphs(content),
    ...(authorNotes === '' ? [] : ['---', ...paragraphs(authorNotes)]),
    ...(endNotes === '' ? [] : ['---', 'After the chapter:', ...paragraphs(endNotes)]),
  ].join('\n\n');

function paragraphs(content: string): string[] {
  const found: string[] = [];
  let continued = false;
  for (const line of content.split('\n')) {
    if (line.trim() !== '') {
      if (continued && isVerse(line)) found.push(`${found.pop()}\n${line}`);
      else found.push(line);
    }
    continued = isVerse(line);
  }
  return found;
}

async function* asMarkdown(folder: string, rows: AsyncIterable<TextRow>): AsyncGenerator<ExportedFile> {
  for await (const row of rows) {
    yield {
      path: `${folder}/${numberedName(row.number, row.title)}.md`,
      content: text(`${markdown(row)}\n`),
    };
  }
}

const chapters = (storyId: string, deleted: boolean) => sql<TextRow>`
  select row_number() over (order by c.position, c.id) as number, c.title, v.content, c.author_notes as "authorNotes",
    c.end_notes as "endNotes"
  from chapters c join chapter_versions v
    on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
  where c.story_id = ${storyId} and (c.deleted_at is not null) = ${deleted} order by c.position, c.id`;

const drafts = (userId: string, storyId: string) => sql<TextRow>`
  select row_number() over (order by chapter_id, updated_at, device) as number, title, content,
    author_notes as "authorNotes", end_notes as "endNotes"
  from chapter_drafts where author_id = ${userId} and story_id = ${storyId} order by 1`;

const volumes = (storyId: string) => sql`
  select v.id, v.position, v.title, v.created_at as "createdAt"
  from volumes v where v.story_id = ${storyId} order by v.position`;

const details = (storyId: string) => sql`
  select c.id, c.position, c.volume_id as volume, c.title, c.is_published as "isPublished", c.published_at as "publishedAt",
    c.word_count as words, c.version, c.likes, c.created_at as "createdAt", c.updated_at as "updatedAt",
    d.publish_at as "scheduledFor", d.announce,
    c.deleted_at as "deletedAt", c.taken_down_at as "takenDownAt", c.takedown_reason as "takenDownBecause",
    c.stage, c.private_note as "privateNote"
  from chapters c left join chapter_schedules d on d.story_id = c.story_id and d.chapter_id = c.id
  where c.story_id = ${storyId} order by c.position, c.id`;

/** All versions, the current ones too: what an import of the story reads. */
const versions = (storyId: string) => sql`
  select v.chapter_id as chapter, v.version, v.name, v.created_at as "createdAt", v.title,
    v.author_notes as "authorNotes", v.end_notes as "endNotes", v.content
  from chapter_versions v where v.story_id = ${storyId} order by v.chapter_id, v.version`;

/** A person's chapters with their versions and drafts, and the chapters that they like. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'Your unsaved drafts, and the earlier versions of your chapters',
      why: 'To let you continue on another device and go back to an earlier version.',
      seenBy: onlyYou,
      until: 'Drafts until you save or discard them; versions as long as the chapter.',
      columns: ['chapter_drafts.author_id'],
    },
    {
      topic: 'reading',
      what: 'The chapters you like',
      why: 'To count likes.',
      seenBy: 'Only you. Others see the number of likes.',
      until: untilRemoved,
      columns: ['chapter_likes.user_id'],
    },
  ],
  lists: (userId) => ({
    'liked-chapters.json': sql`select json_build_object('id', c.id, 'title', case when s.is_published and c.is_published then c.title end)
          as chapter, l.created_at as since
        from chapter_likes l join chapters c on c.id = l.chapter_id join stories s on s.id = c.story_id
        where l.user_id = ${userId} order by l.created_at, l.chapter_id`,
  }),
  async *files(tx, userId) {
    const list = (rows: RawBuilder<unknown>, size?: number) => jsonLines(streamRows(tx, rows, size));
    const texts = (path: string, rows: RawBuilder<TextRow>) =>
      asMarkdown(path, streamRows(tx, rows, batchSize));
    for (const [storyId, folder] of await storyFolders(tx, userId)) {
      yield { path: `${folder}/volumes.json`, content: list(volumes(storyId)) };
      yield { path: `${folder}/chapters.json`, content: list(details(storyId)) };
      yield* texts(`${folder}/chapters`, chapters(storyId, false));
      yield* texts(`${folder}/deleted-chapters`, chapters(storyId, true));
      yield* texts(`${folder}/drafts`, drafts(userId, storyId));
      yield { path: `${folder}/versions.json`, content: list(versions(storyId), batchSize) };
    }
  },
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('chapter_drafts').where('author_id', '=', id).execute();
  },
  async withdraw(tx, userId) {
    // Every change of a chapter locks its story first; the stories' own part runs after this one.
    await lockMarkedStories(tx, userId);
    await chapterLikes.withdraw(tx, userId);
  },
};
