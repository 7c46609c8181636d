import { afterCommit, type Db, firstRow } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { personRenamed } from './users.events.ts';

const find = (db: Db, id: string) =>
  firstRow<ReportedThing>(db)`
    select id as "personId", coalesce(nullif(display_name, ''), username) as title,
      concat_ws(E'\n', username, display_name, bio) as text, avatar as image, '' as context,
      '/profile/' || username as link, null as "communityId"
    from users where id = ${id} and deletion_due_at is null`;

type Words = { displayName: string; bio: string };

/** The display name and the text about themselves of people. */
export const reportableProfile: ReportableKind = {
  kind: 'profile',
  name: 'Profile',
  find: (_ctx, db, id) => find(db, id),
  async remove(ctx, tx, id) {
    const removed = await firstRow<Words>(tx)`
      update users set display_name = '', bio = '' where id = ${id} and (display_name <> '' or bio <> '')
      returning old.display_name as "displayName", old.bio`;
    if (removed === undefined) return null;
    await emit(ctx, tx, personRenamed, { userId: id });
    afterCommit(tx, () => invalidateViewers(ctx.db));
    return { ...removed };
  },
  async restore(ctx, tx, id, { displayName = '', bio = '' }) {
    await firstRow(tx)`
      update users set display_name = coalesce(nullif(display_name, ''), ${displayName}), bio = coalesce(nullif(bio, ''), ${bio})
      where id = ${id}`;
    await emit(ctx, tx, personRenamed, { userId: id });
    afterCommit(tx, () => invalidateViewers(ctx.db));
  },
};

/** The pictures of people. */
export const reportableAvatar: ReportableKind = {
  kind: 'avatar',
  name: 'Picture',
  async find(_ctx, db, id) {
    const person = await find(db, id);
    if (person?.image == null) return undefined;
    return { ...person, title: `The picture of ${person.title}`, text: '' };
  },
  remove: async (_ctx, tx, id) =>
    (await firstRow<{ image: string }>(tx)`
      update users set avatar = null where id = ${id} and avatar is not null returning old.avatar as image`) ??
    null,
  restore: async (_ctx, tx, id, { image }) =>
    void (await firstRow(tx)`update users set avatar = ${image} where id = ${id} and avatar is null`),
};
