import { usernameInPath } from '@inkling/contract/usernames';
import { allRows } from '../../platform/db/db.ts';
import type { PageSource } from '../../platform/page-source.ts';
import { isPublicStory } from '../stories/index.ts';
import { usernameKey } from '../users/index.ts';

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
