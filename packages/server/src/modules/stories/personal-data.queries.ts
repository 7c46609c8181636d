import { trashDays } from '@inkling/contract/trash';
import { type Db, execute, sql, streamRows } from '../../platform/db/db.ts';
import { jsonLines, numberedName, onlyYou, type PersonalPart, text } from '../../platform/personal-data.ts';
import { addActivity } from './activity.queries.ts';
import { countedStories } from './stories.queries.ts';
import { storyLikes } from './story-likes.queries.ts';

/** What is read here of the columns that are exported. */
interface OwnStory {
  id: string;
  number: number;
  title: string;
  description: string;
  deletedAt: Date | null;
}

/** All of a person's stories, including deleted ones that are still stored. */
const ownStories = (tx: Db, userId: string) =>
  streamRows(
    tx,
    sql<OwnStory>`select s.id, row_number() over (order by s.id) as number, s.title, s.description, s.language,
        s.status, s.cover_image as "coverImage", s.is_published as "isPublished",
        s.is_ai_generated as "isAIGenerated", s.ebook_allowed as "allowsEbook", s.is_on_hiatus as "isOnHiatus",
        s.hiatus_until::text as "hiatusUntil", s.hiatus_note as "hiatusNote", s.tags, s.content_warnings as "contentWarnings", s.audience, array(select g.name from story_genres sg join genres g
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

/** The stories that a person has marked in a table, in the order of when; a draft without its title. */
const marked = (table: string, column: string, person: unknown, when: ReturnType<typeof sql>) =>
  sql`select json_build_object('id', s.id, 'title', case when s.is_published then s.title end) as story, ${when}
    from ${sql.table(table)} m join stories s on s.id = m.story_id where m.${sql.ref(column)} = ${person} order by 2, s.id`;

/** A person's stories, and the stories that they like or hide. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'Your stories and chapters and, if we took something down, when and why',
      why: 'To let others find and read what you publish.',
      seenBy:
        'Everyone, once you publish them. Before that, only you, and anyone with a link for beta readers to a chapter.',
      until: `Until you delete them. They are removed from the site immediately and stay in your trash, where only you can see them, for up to ${trashDays} days. Then they are erased.`,
      columns: ['stories.author_id'],
    },
    {
      topic: 'reading',
      what: 'The stories you like, and when you last liked or unliked each',
      why: 'To count likes and find stories for you.',
      seenBy: 'Only you. Others see the number of likes.',
      until: 'Likes until you take them back; the times until you delete your account.',
      columns: ['story_likes.user_id', 'story_like_choices.user_id'],
    },
    {
      topic: 'reading',
      what: 'The stories you hide',
      why: 'To leave them out of your lists.',
      seenBy: onlyYou,
      until: 'Until you show them again or delete your account.',
      columns: ['hidden_stories.user_id'],
    },
  ],
  lists: (userId) => ({
    'liked-stories.json': marked('story_likes', 'user_id', userId, sql`m.created_at as since`),
    'last-likes-and-unlikes.json': marked('story_like_choices', 'user_id', userId, sql`m.chosen_at as at`),
    'hidden-stories.json': marked('hidden_stories', 'user_id', userId, sql`m.created_at as since`),
  }),
  async *files(tx, userId) {
    yield { path: 'stories.json', content: jsonLines(details(tx, userId)) };
    for await (const story of ownStories(tx, userId)) {
      yield {
        path: `${storyFolder(story)}/story.md`,
        content: text(`# ${story.title}\n\n${story.description}\n`),
      };
    }
  },
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('hidden_stories').where('user_id', '=', id).execute();
    await tx.deleteFrom('story_like_choices').where('user_id', '=', id).execute();
    // Everything that refers to the stories goes with them; readers keep their library entries.
    await execute(tx)`select from stories where author_id = ${id} order by id for update`;
    await tx.deleteFrom('stories').where('author_id', '=', id).execute();
  },
  async withdraw(tx, userId) {
    const removed = await storyLikes.withdraw(tx, userId);
    const activities = removed.map(({ id, created_at }) => ({ storyId: id, userId, at: created_at, by: -1 }));
    await addActivity(tx, activities);
  },
};

/** Locks the stories of the chapters that a person likes, in the order that all multi-story locks use. */
export const lockMarkedStories = (tx: Db, userId: string): Promise<void> =>
  execute(tx)`
    select from stories where id in (
      select c.story_id from chapter_likes l join chapters c on c.id = l.chapter_id where l.user_id = ${userId})
    order by id for update`;
