import { type Db, firstRow, sql, streamRows } from '../../platform/db/db.ts';
import { json, jsonLines, type PersonalPart } from '../../platform/personal-data.ts';
import { endFollows } from './follows.queries.ts';
import { isPublicPerson } from './users.policy.queries.ts';

const findSelf = (tx: Db, userId: string): Promise<object | undefined> =>
  firstRow<object>(tx)`
    select u.id, u.username, u.display_name as "displayName", u.bio, u.avatar, u.role, u.is_admin as "isAdmin",
      u.is_verified as "isVerified", u.time_zone as "timeZone",
      array(select (date '1970-01-01' + day)::text from unnest(u.short_days) day) as "shortDays", u.created_at as "createdAt",
      u.suspended_at as "suspendedAt", u.deletion_due_at as "deletionDueAt",
      u.followers_count as "followersCount", u.following_count as "followingCount",
      json_build_object('emailNotifications', u.email_notifications, 'showsMature', u.shows_mature, 'hiddenTags',
        u.hidden_tags, 'hiddenWarnings', u.hidden_warnings, 'keepsHistory', u.keeps_history,
        'showsPresence', u.shows_presence, 'languages', u.languages, 'readingSettings', u.reading_settings, 'favoriteGenres', coalesce((
        select json_agg(g.name order by f.position) from favorite_genres f join genres g on g.id = f.genre_id
        where f.user_id = u.id), '[]')) as preferences
    from users u where u.id = ${userId}`;

const follows = (tx: Db, userId: string, [ownColumn, otherColumn]: [string, string]) =>
  streamRows(
    tx,
    sql`select u.username, u.display_name as "displayName", f.created_at as since
      from follows f join users u on u.id = ${sql.ref(`f.${otherColumn}`)}
      where ${sql.ref(`f.${ownColumn}`)} = ${userId} and ${isPublicPerson('u')} order by f.created_at, u.id`,
  );

/** A user's profile, preferences, followed users and followers. */
export const personalPart: PersonalPart = {
  exports: ['favorite_genres.user_id', 'follows.follower_id', 'follows.followed_id'],
  forgets: ['favorite_genres.user_id', 'follows.follower_id', 'follows.followed_id'],
  async *files(tx, userId) {
    yield { path: 'profile.json', content: json(await findSelf(tx, userId)) };
    const following = follows(tx, userId, ['follower_id', 'followed_id']);
    yield { path: 'following.json', content: jsonLines(following) };
    const followers = follows(tx, userId, ['followed_id', 'follower_id']);
    yield { path: 'followers.json', content: jsonLines(followers) };
  },
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('favorite_genres').where('user_id', '=', id).execute();
  },
  async withdraw(tx, userId) {
    await endFollows(tx, userId);
    await tx.deleteFrom('users').where('id', '=', userId).execute();
  },
};
