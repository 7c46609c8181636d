import { type Db, sql, streamRows } from '../../platform/db/db.ts';
import { jsonLines, numberedName, type PersonalPart, text } from '../../platform/personal-data.ts';
import '../genres/index.ts';
import { addActivity } from './activity.queries.ts';
import { countedStories } from './counted-stories.queries.ts';
import { storyLikes } from './story-likes.queries.ts';

interface OwnStory {
  id: string;
  number: number;
  title: string;
  description: string;
  language: string;
  status: string;
  coverImage: string | null;
  isPublished: boolean;
  isAIGenerated: boolean;
  tags: string[];
  contentWarnings: string[];
  audience: string;
  genres: string[];
  views: number;
  likes: number;
  publishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  takenDownAt: Date | null;
  takenDownBecause: string | null;
}

/** All of a person's stories, including deleted ones that are still stored. */
const ownStories = (tx: Db, userId: string) =>
  streamRows(
    tx,
    sql<OwnStory>`select s.id, row_number() over (order by s.id) as number, s.title, s.description, s.language,
        s.status, s.cover_image as "coverImage", s.is_published as "isPublished",
        s.is_ai_generated as "isAIGenerated", s.tags, s.content_warnings as "contentWarnings", s.audience, array(select g.name from story_genres sg join genres g
          on g.id = sg.genre_id where sg.story_id = s.id order by sg.position) as genres,
        s.views, s.likes, s.published_at as "publishedAt", s.created_at as "createdAt",
        s.updated_at as "updatedAt", s.deleted_at as "deletedAt",
        s.taken_down_at as "takenDownAt", s.takedown_reason as "takenDownBecause"
      from ${countedStories} s where s.author_id = ${userId} order by s.id`,
  );

/** The folder of a story in its author's export. */
const storyFolder = ({ number, title, deletedAt }: Pick<OwnStory, 'number' | 'title' | 'deletedAt'>) =>
  `${deletedAt === null ? 'stories' : 'deleted-stories'}/${numberedName(number, title)}`;

/** Where a person's stories are in their export, by id. */
export async function storyFolders(tx: Db, userId: string): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  for await (const story of ownStories(tx, userId)) folders.set(story.id, storyFolder(story));
  return folders;
}

async function* details(tx: Db, userId: string) {
  for await (const { number, ...story } of ownStories(tx, userId)) {
    yield { ...story, folder: storyFolder({ number, ...story }) };
  }
}

/** The viewer key of a signed-in person; must match `viewerKey` in `story-views.ts`. */
const viewerKeyOf = (userId: string) =>
  sql`substring(sha256(convert_to('user ' || ${userId}::text, 'UTF8')) for 16)`;

/** A person's stories, and the stories that they like, have opened or hide. */
export const personalPart: PersonalPart = {
  exports: [
    'stories.author_id',
    'story_likes.user_id',
    'story_like_choices.user_id',
    'story_views.viewer',
    'hidden_stories.user_id',
  ],
  forgets: [
    'stories.author_id',
    'story_likes.user_id',
    'story_like_choices.user_id',
    'story_views.viewer',
    'hidden_stories.user_id',
  ],
  async *files(tx, userId) {
    yield { path: 'stories.json', content: jsonLines(details(tx, userId)) };
    for await (const story of ownStories(tx, userId)) {
      yield {
        path: `${storyFolder(story)}/story.md`,
        content: text(`# ${story.title}\n\n${story.description}\n`),
      };
    }
    const likes = streamRows(
      tx,
      sql`select json_build_object('id', s.id, 'title', case when s.is_published then s.title end) as story,
          l.created_at as since
        from story_likes l join stories s on s.id = l.story_id where l.user_id = ${userId}
        order by l.created_at, l.story_id`,
    );
    yield { path: 'liked-stories.json', content: jsonLines(likes) };
    const choices = streamRows(
      tx,
      sql`select json_build_object('id', s.id, 'title', case when s.is_published then s.title end) as story,
          c.chosen_at as at
        from story_like_choices c join stories s on s.id = c.story_id where c.user_id = ${userId}
        order by c.chosen_at, c.story_id`,
    );
    yield { path: 'last-likes-and-unlikes.json', content: jsonLines(choices) };
    const views = streamRows(
      tx,
      sql`select v.day::text as day, json_build_object('id', s.id,
          'title', case when s.is_published then s.title end) as story
        from story_views v join stories s on s.id = v.story_id where v.viewer = ${viewerKeyOf(userId)}
        order by v.day, v.story_id`,
    );
    yield { path: 'viewed-stories.json', content: jsonLines(views) };
    const hidden = streamRows(
      tx,
      sql`select json_build_object('id', s.id, 'title', case when s.is_published then s.title end) as story,
          h.created_at as since
        from hidden_stories h join stories s on s.id = h.story_id where h.user_id = ${userId}
        order by h.created_at, h.story_id`,
    );
    yield { path: 'hidden-stories.json', content: jsonLines(hidden) };
  },
  async forget(_ctx, tx, { id }) {
    await sql`delete from story_views where viewer = ${viewerKeyOf(id)}`.execute(tx);
    await tx.deleteFrom('hidden_stories').where('user_id', '=', id).execute();
    await tx.deleteFrom('story_like_choices').where('user_id', '=', id).execute();
    // Everything that refers to the stories goes with them; readers keep their library entries.
    await sql`select from stories where author_id = ${id} order by id for update`.execute(tx);
    await tx.deleteFrom('stories').where('author_id', '=', id).execute();
  },
  async withdraw(tx, userId) {
    const removed = await storyLikes.withdraw(tx, userId);
    const activities = removed.map(({ id, created_at }) => ({ storyId: id, userId, at: created_at, by: -1 }));
    await addActivity(tx, activities);
  },
};

/** Locks the stories of the chapters that a person likes, in the order that all multi-story locks use. */
export const lockMarkedStories = async (tx: Db, userId: string): Promise<void> => {
  await sql`
    select from stories where id in (
      select c.story_id from chapter_likes l join chapters c on c.id = l.chapter_id where l.user_id = ${userId})
    order by id for update`.execute(tx);
};
