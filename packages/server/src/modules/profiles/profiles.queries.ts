import type { CoverStyle } from '@inkling/contract/store';
import { usernameInPath } from '@inkling/contract/usernames';
import { allRows, countRows, type Db, sql } from '../../platform/db/db.ts';
import type { PageSource } from '../../platform/page-source.ts';
import type { Reader } from '../chapters/index.ts';
import { unreadSinceFinished } from '../library/index.ts';
import { isPublicStory, isShownTo, type ListViewer } from '../stories/index.ts';
import { type AuthorRow, isPublicPerson, usernameKey } from '../users/index.ts';

/** The number of an author's stories that lists show to the viewer. */
export const countShownStories = (db: Db, viewer: ListViewer, authorId: string): Promise<number> =>
  countRows(db, sql`from stories s where s.author_id = ${authorId} and ${isShownTo(viewer)}`);

const maxGenres = 12;

/** A person's first favorite genres, if they show them. */
export const listShownGenres = (db: Db, userId: string) =>
  allRows<{ _id: string; name: string }>(db)`
    select g.id as _id, g.name from users u
    join favorite_genres f on f.user_id = u.id join genres g on g.id = f.genre_id
    where u.id = ${userId} and u.shows_genres order by f.position limit ${maxGenres}`;

export interface StoryRef {
  id: string;
  title: string;
  cover_image: string | null;
  cover_style: CoverStyle | null;
}

export type ActivityRow = { at: Date } & (
  | { type: 'read'; story: StoryRef; progress: number; completed: boolean; new_chapters: number }
  | { type: 'published'; story: StoryRef; chapter: { id: string; title: string; number: number } }
  | { type: 'followed'; person: AuthorRow }
);

/** A person's latest activity: stories read, chapters published, users followed. Leaves out what is no longer public. */
export const listActivity = async (db: Db, reader: Reader, limit: number): Promise<ActivityRow[]> => {
  const ref = sql`json_build_object('id', s.id, 'title', s.title, 'cover_image', s.cover_image,
    'cover_style', (select a.cover_style from users a where a.id = s.author_id))`;
  const rows = await allRows<{ at: Date; of: Record<string, unknown> }>(db)`
    select at, of from (
      (select e.last_read_at as at, e.story_id as tie, json_build_object('type', 'read', 'story', ${ref},
        'progress', e.progress, 'completed', e.status = 'completed' and e.progress = 100,
        'new_chapters', ${unreadSinceFinished(reader)}) as of
      from library_entries e join stories s on s.id = e.story_id and ${isPublicStory()}
      where e.user_id = ${reader.id} and e.last_read_at is not null
      order by e.last_read_at desc, e.story_id desc limit ${limit})
      union all
      (select c.published_at, c.id, json_build_object('type', 'published', 'story', ${ref},
        'chapter', json_build_object('id', c.id, 'title', c.title, 'number', c.published_number))
      from stories s join chapters c on c.story_id = s.id and c.is_published
      where s.author_id = ${reader.id} and ${isPublicStory()}
      order by c.published_at desc, c.id desc limit ${limit})
      union all
      (select f.created_at, f.followed_id, json_build_object('type', 'followed', 'person', json_build_object(
        'id', u.id, 'username', u.username, 'display_name', u.display_name, 'avatar', u.avatar))
      from follows f join users u on u.id = f.followed_id and ${isPublicPerson('u')}
      where f.follower_id = ${reader.id}
      order by f.created_at desc, f.followed_id desc limit ${limit})) done
    order by at desc, tie desc limit ${limit}`;
  return rows.map(({ at, of }) => ({ at, ...of }) as ActivityRow);
};

/** `xmin` is the transaction that last wrote the person's row. */
export const profilePage: PageSource = {
  pattern: '/profile/:username',
  keyOf({ username }) {
    const parsed = usernameInPath.safeParse(username);
    return parsed.success ? usernameKey(parsed.data) : null;
  },
  async findRevisions(db, keys) {
    const rows = await allRows<{ key: string; username: string; revision: string }>(db)`
      select n.name as key, u.username, md5(concat_ws(' ', u.xmin,
          (select string_agg(f.genre_id::text, ' ' order by f.position) from favorite_genres f where f.user_id = u.id and u.shows_genres),
          (select string_agg(p.item_id, ' ' order by p.item_id) from purchases p where p.user_id = u.id and p.is_in_use),
          (select string_agg(s.id || ':' || s.revision, ' ' order by s.id) from stories s
            where s.author_id = u.id and ${isPublicStory()}))) as revision
      from usernames n join users u on u.id = n.user_id where n.name = any(${keys}::text[]) and not n.is_skeleton`;
    return new Map(
      rows.map(({ key, username, revision }) => [
        key,
        { revision, path: `/profile/${encodeURIComponent(username)}` },
      ]),
    );
  },
};
