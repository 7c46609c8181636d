import { type Db, firstRow, sql, streamRows } from '../../platform/db/db.ts';
import { json, jsonLines, onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import { endFollows, recountFollows } from './follows.queries.ts';
import { isPublicPerson } from './users.policy.queries.ts';

const findSelf = (tx: Db, userId: string): Promise<object | undefined> =>
  firstRow<object>(tx)`
    select u.id, u.username, array(select n.name from usernames n
        where n.user_id = u.id and not n.is_skeleton and n.name <> u.username_key order by n.owned_since) as "formerUsernames",
      u.username_since as "usernameSince",
      u.display_name as "displayName", u.bio, u.moved_to as "movedTo", u.avatar, u.role, u.is_admin as "isAdmin", u.is_moderator as "isModerator",
      u.is_verified as "isVerified", u.time_zone as "timeZone",
      array(select (date '1970-01-01' + day)::text from unnest(u.short_days) day) as "shortDays", u.created_at as "createdAt",
      u.suspended_at as "suspendedAt", u.deletion_due_at as "deletionDueAt",
      u.followers_count as "followersCount", u.following_count as "followingCount",
      json_build_object('emailNotifications', u.email_notifications, 'showsMature', u.shows_mature, 'hiddenTags',
        u.hidden_tag_names, 'hiddenWarnings', u.hidden_warnings, 'keepsHistory', u.keeps_history,
        'isMeasured', u.is_measured, 'showsPresence', u.shows_presence, 'hidesRewards', u.hides_rewards, 'rewardsOff', u.rewards_off, 'hidesFirstSteps', u.hides_first_steps, 'isRanked', u.is_ranked, 'showsGenres', u.shows_genres,
        'languages', u.languages, 'savedFilters', u.saved_filters, 'readingSettings', u.reading_settings, 'favoriteGenres', coalesce((
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
  stores: [
    {
      topic: 'account',
      what: 'Your username, display name, biography and picture, the address you’ve moved to, and when you joined',
      why: 'To show others whose stories, comments and collections they see.',
      seenBy:
        'Everyone. Your profile also shows the stories you have published and the achievements that you show.',
      until: withAccount,
      columns: [
        ...[
          'users.id',
          'users.username',
          'users.username_key',
          'users.username_since',
          'users.username_skeleton',
          'users.display_name',
        ],
        ...['users.bio', 'users.moved_to', 'users.avatar', 'users.role', 'users.created_at'],
      ],
    },
    {
      topic: 'account',
      what: 'Your former usernames',
      why: 'So that old links and mentions lead to you, and no one can pass as you under an old name.',
      seenBy: 'Everyone who knows an old name is led to your profile.',
      until: withAccount,
      columns: ['usernames.user_id'],
    },
    {
      topic: 'account',
      what: 'Your settings: time zone, favorite genres, languages, saved filters, reading settings, the tags and warnings you hide, whether we may email you about notifications, and what else you switched on or off',
      why: 'To make the site work your way on all your devices. The time zone decides when your day begins.',
      seenBy: 'Only you; everyone sees your favorite genres if you show them on your profile.',
      until: withAccount,
      columns: [
        ...[
          'users.time_zone',
          'users.day_zone',
          'users.day_zone_until',
          'users.short_days',
          'users.languages',
          'users.saved_filters',
        ],
        ...[
          'users.email_notifications',
          'users.shows_mature',
          'users.hidden_tags',
          'users.hidden_tag_names',
          'users.hidden_warnings',
        ],
        ...[
          'users.keeps_history',
          'users.is_measured',
          'users.shows_presence',
          'users.hides_rewards',
          'users.rewards_off',
          'users.hides_first_steps',
          'users.is_ranked',
          'users.shows_genres',
          'users.reading_settings',
          'favorite_genres.user_id',
        ],
      ],
    },
    {
      topic: 'account',
      what: 'Whether your email address is verified, whether you are an administrator, and when your account was suspended or will be deleted',
      why: 'To decide what your account can do.',
      seenBy: onlyYou,
      until: withAccount,
      columns: [
        'users.is_verified',
        'users.is_admin',
        'users.is_moderator',
        'users.suspended_at',
        'users.deletion_due_at',
      ],
    },
    {
      topic: 'people',
      what: 'Who you follow, and who follows you',
      why: 'To keep you up to date with the people whose stories you like.',
      seenBy: 'Everyone.',
      until: 'Until you unfollow them, or one of you deletes their account.',
      columns: [
        ...['follows.follower_id', 'follows.followed_id', 'users.followers_count', 'users.following_count'],
      ],
    },
  ],
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
  recount: recountFollows,
  async withdraw(tx, userId) {
    await endFollows(tx, userId);
    await tx.deleteFrom('users').where('id', '=', userId).execute();
  },
};
