import type { z } from 'zod';
import { type Db, firstRow, sql } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { postAdded } from './communities.events.ts';
import { isOpenTo } from './communities.policy.queries.ts';
import { takeDownPost } from './posts.queries.ts';

/** Posts, which the moderators of their community look after, too. */
export const reportablePost: ReportableKind = {
  kind: 'post',
  name: 'Post',
  find: (_ctx, db, id, viewerId) =>
    firstRow<ReportedThing>(db)`
      select p.user_id as "personId", p.title, 
        concat_ws(E'\n', p.title, p.content, nullif(array_to_string(p.tags, ', '), '')) as text, null as image, g.name as context,
        '/community/' || g.id || '/posts/' || p.id as link, g.id as "communityId"
      from community_posts p join communities g on g.id = p.community_id
      where p.id = ${id} and p.deleted_at is null
        and ${viewerId === null ? sql`g.deleted_at is null` : sql`p.is_shown and ${isOpenTo(viewerId)}`}`,
  remove: async (ctx, tx, id) => ((await takeDownPost(tx, id, ctx.clock.now())) ? {} : null),
  restore: async (_ctx, tx, id) => void (await takeDownPost(tx, id, null)),
  async announce(ctx, tx, id, isUnseen) {
    const post = await firstRow<z.output<typeof postAdded.payload>>(tx)`
      select p.id as "postId", p.community_id as "communityId", p.user_id as "writerId", not g.is_private as "isPublic"
      from community_posts p join communities g on g.id = p.community_id where p.id = ${id} and p.is_shown`;
    if (post !== undefined && isUnseen) await emit(ctx, tx, postAdded, post);
  },
};

/** What a community says of itself, also while its founder can restore it. */
const wordsOf = (db: Db, id: string) =>
  firstRow<{
    name: string;
    description: string;
    rules: string;
    image: string | null;
    imageBy: string | null;
  }>(db)`
    select name, description, rules::text as rules, image, image_by as "imageBy"
    from communities where id = ${id} and (deleted_at is null or erase_at > deleted_at) for no key update`;

const removedName = 'Community';

/** What communities say of themselves. Whoever founded one answers for it. */
export const reportableCommunity: ReportableKind = {
  kind: 'community',
  name: 'Community',
  find: (_ctx, db, id) =>
    firstRow<ReportedThing>(db)`
      select m.user_id as "personId", g.name as title, concat_ws(E'\n', g.name, g.description, g.rules::text) as text,
        g.image, '' as context, '/community/' || g.id as link, null as "communityId"
      from communities g join community_members m on m.community_id = g.id and m.role = 'founder'
      where g.id = ${id} and g.deleted_at is null`,
  async remove(_ctx, tx, id) {
    const words = await wordsOf(tx, id);
    const { name, description, rules, image } = words ?? {};
    if (
      words === undefined ||
      (name === removedName && description === '' && rules === '[]' && image === null)
    )
      return null;
    await firstRow(tx)`
      update communities set name = ${removedName}, description = '', rules = '[]', image = null, image_by = null
      where id = ${id}`;
    return words;
  },
  async restore(_ctx, tx, id, { name = '', description = '', rules = '[]', image = null, imageBy = null }) {
    const now = await wordsOf(tx, id);
    if (now === undefined) return;
    await firstRow(tx)`
      update communities set name = case when name = ${removedName} then ${name} else name end,
        description = coalesce(nullif(description, ''), ${description}),
        rules = case when rules = '[]' then ${rules}::jsonb else rules end,
        image_by = case when image is null and exists (select from users where id = ${imageBy}::uuid) then ${imageBy}::uuid
          else image_by end,
        image = case when image is null and exists (select from users where id = ${imageBy}::uuid) then ${image}
          else image end
      where id = ${id}`;
  },
};
