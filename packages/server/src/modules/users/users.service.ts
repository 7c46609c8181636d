import { savedFilterLimits, tagLimits, usernameLimits } from '@inkling/contract/limits';
import { type Pagination, paginate } from '@inkling/contract/page';
import { isStoreTheme, type ReadingSettings } from '@inkling/contract/reading-settings';
import { distinctTags, tagKey } from '@inkling/contract/story-labels';
import type {
  OwnProfile,
  PersonCard,
  preferencesBody,
  profileBody,
  ReadingPreferences,
} from '@inkling/contract/users';
import type { z } from 'zod';
import { AppError, badInput, fieldError, notFound, requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';
import { emit } from '../../platform/events/emit.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { changeZone } from './day-zone.ts';
import * as follows from './follows.queries.ts';
import { findBlock, requireUnblocked } from './hidden-people.queries.ts';
import { mergeReadingSettings, withTheme } from './reading-settings.ts';
import { personFollowed, personMoved, personRenamed, presenceChanged } from './users.events.ts';
import { presentAuthor, presentPerson, presentPreferences } from './users.present.ts';
import * as preferences from './users.queries.ts';
import {
  countNamesSince,
  findPublicPerson,
  lockMovedTo,
  lockZone,
  updateUser,
  usernameKey,
} from './users.queries.ts';

/** USERNAME_TAKEN if the username or its look-alike is or was another person's; null for any other error. */
export function usernameTaken(error: unknown): AppError | null {
  const constraints = ['users_username_key', 'users_username_skeleton', 'usernames_held'];
  return constraints.some((name) => isUniqueViolation(error, name))
    ? fieldError('USERNAME_TAKEN', 'username', 'Username is already taken')
    : null;
}

/** Updates only the given profile fields (docs/product/users.md#profile-settings). */
export async function updateProfile(
  ctx: RequestContext,
  viewer: Viewer,
  body: z.output<typeof profileBody>,
): Promise<OwnProfile> {
  const { username, displayName, bio, timeZone, movedTo } = body;
  const changes = {
    ...(username !== undefined && {
      username,
      username_key: usernameKey(username),
      username_since: ctx.clock.now(),
    }),
    ...(displayName !== undefined && { display_name: displayName }),
    ...(bio !== undefined && { bio }),
    ...(movedTo !== undefined && { moved_to: movedTo }),
  };
  try {
    const row = await transaction(ctx.db, async (tx) => {
      const before = timeZone === undefined ? undefined : await lockZone(tx, viewer.id);
      const isMoved = timeZone !== undefined && before !== undefined && before.time_zone !== timeZone;
      const moved = isMoved ? changeZone(before, timeZone, ctx.clock.now()) : {};
      const movedBefore = typeof movedTo === 'string' ? await lockMovedTo(tx, viewer.id) : undefined;
      const updated = await updateUser(tx, viewer.id, { ...changes, ...moved });
      const yearAgo = new Date(ctx.clock.now().getTime() - 365 * 86_400_000);
      if (
        username !== undefined &&
        (await countNamesSince(tx, viewer.id, yearAgo)) > usernameLimits.newNamesPerYear
      )
        throw badInput(
          'username',
          'You’ve taken ten usernames in the last year. You can still go back to any of your old ones.',
        );
      if (username !== undefined || displayName !== undefined)
        await emit(ctx, tx, personRenamed, { userId: viewer.id });
      if (typeof movedTo === 'string') {
        if (updated?.role !== 'author')
          throw badInput('movedTo', 'Only authors can say where they’ve moved.');
        if (movedTo !== movedBefore) await emit(ctx, tx, personMoved, { userId: viewer.id });
      }
      return updated;
    });
    if (row === undefined) throw notFound('Person');
    invalidateViewers(ctx.db);
    return { ...presentAuthor(row), bio: row.bio, timeZone: row.time_zone, movedTo: row.moved_to };
  } catch (error) {
    throw usernameTaken(error) ?? error;
  }
}

/** Updates only the given preferences; an unknown genre is refused and nothing changes. */
export async function updatePreferences(
  ctx: RequestContext,
  viewer: Viewer,
  { favoriteGenres, ...body }: z.output<typeof preferencesBody>,
): Promise<ReadingPreferences> {
  const saved = await transaction(ctx.db, async (tx) => {
    await preferences.lockPerson(tx, viewer.id);
    if (favoriteGenres !== undefined) {
      const known = await preferences.replaceFavoriteGenres(tx, viewer.id, favoriteGenres);
      if (!known)
        throw badInput('favoriteGenres', 'One of these genres no longer exists. Please choose again.');
    }
    const before = requireFound(await preferences.findPreferences(tx, viewer.id), 'Person');
    const theme = body.readingSettings?.theme?.value;
    if (theme !== undefined && isStoreTheme(theme) && !(await preferences.ownsTheme(tx, viewer.id, theme)))
      throw badInput('readingSettings.theme', 'You don’t own this theme yet. You’ll find it in the store.');
    const columns = columnsOf(before, body, ctx.clock.now());
    await updateUser(tx, viewer.id, columns);
    const after = { ...before, ...columns };
    if (after.hides_rewards !== before.hides_rewards) {
      await preferences.noteRewardsOff(tx, viewer.id, after.hides_rewards, ctx.clock.now());
      await preferences.refreshCoverStyle(tx, viewer.id);
    }
    if (after.shows_presence !== before.shows_presence)
      await emit(ctx, tx, presenceChanged, { userId: viewer.id, showsPresence: after.shows_presence });
    return presentPreferences(after);
  });
  // The viewer's content filter and languages are cached with the viewer.
  invalidateViewers(ctx.db);
  return saved;
}

/**
 * Has a person read in a theme, which the caller checks; with null, in the default theme if they read in `instead`, or in
 * any. The caller holds their row's lock.
 */
export async function setReadingTheme(
  tx: Db,
  userId: string,
  theme: ReadingSettings['theme'] | null,
  now: Date,
  instead?: string,
): Promise<void> {
  const before = await preferences.findPreferences(tx, userId);
  if (before !== undefined)
    await updateUser(tx, userId, {
      reading_settings: withTheme(before.reading_settings, theme, now, instead),
    });
}

type PlainPreferences = Omit<z.output<typeof preferencesBody>, 'favoriteGenres'>;

function columnsOf(before: preferences.PreferencesRow, body: PlainPreferences, now: Date) {
  const shownTags = new Set(body.showTags?.map(tagKey));
  const staysHidden = before.hidden_tag_names.filter((tag) => !shownTags.has(tagKey(tag)));
  const hiddenTags = distinctTags([...staysHidden, ...(body.hideTags ?? [])]);
  if (hiddenTags.length > tagLimits.hidden) {
    throw new AppError(
      'QUOTA_REACHED',
      `You can hide at most ${tagLimits.hidden} tags. Show some of them again in Settings first.`,
    );
  }
  return {
    ...(body.emailNotifications !== undefined && { email_notifications: body.emailNotifications }),
    ...(body.showsMature !== undefined && { shows_mature: body.showsMature }),
    ...(body.keepsHistory !== undefined && { keeps_history: body.keepsHistory }),
    ...(body.isMeasured !== undefined && { is_measured: body.isMeasured }),
    ...(body.showsPresence !== undefined && { shows_presence: body.showsPresence }),
    ...(body.hidesRewards !== undefined && { hides_rewards: body.hidesRewards }),
    ...(body.hidesFirstSteps !== undefined && { hides_first_steps: body.hidesFirstSteps }),
    ...(body.isRanked !== undefined && { is_ranked: body.isRanked }),
    ...(body.showsGenres !== undefined && { shows_genres: body.showsGenres }),
    ...(body.languages !== undefined && { languages: body.languages }),
    ...((body.saveFilters ?? body.removeFilters) !== undefined && {
      saved_filters: savedFilters(before.saved_filters, body),
    }),
    ...(body.readingSettings !== undefined && {
      reading_settings: mergeReadingSettings(before.reading_settings, body.readingSettings, now),
    }),
    hidden_tags: hiddenTags.map(tagKey),
    hidden_tag_names: hiddenTags,
    hidden_warnings: changed(before.hidden_warnings, body.hideWarnings, body.showWarnings),
  };
}

/** The saved filters after a change. */
function savedFilters(
  before: Record<string, string>,
  { saveFilters = [], removeFilters = [] }: PlainPreferences,
): Record<string, string> {
  const kept = Object.entries(before).filter(([name]) => !removeFilters.includes(name));
  const after = Object.fromEntries([...kept, ...saveFilters.map(({ name, query }) => [name, query])]);
  if (Object.keys(after).length > savedFilterLimits.perPerson) {
    throw new AppError(
      'QUOTA_REACHED',
      `You can save at most ${savedFilterLimits.perPerson} sets of filters. Delete one to save another.`,
    );
  }
  return after;
}

/** The list without `removed` and with `added`; what is in both is added. */
const changed = <Item>(list: Item[], added: Item[] = [], removed: Item[] = []): Item[] => [
  ...new Set([...list.filter((item) => !removed.includes(item)), ...added]),
];

/** Follows or unfollows a user; idempotent (docs/product/users.md#following). */
export async function setFollow(ctx: RequestContext, viewer: Viewer, userId: string, following: boolean) {
  if (userId === viewer.id) throw new AppError('BAD_INPUT', 'You can’t follow yourself.');
  return transaction(ctx.db, async (tx) => {
    if (!(await follows.lockPeople(tx, [viewer.id, userId]))) throw notFound('Person');
    if (following) requireUnblocked(await findBlock(tx, viewer.id, userId), 'follow this person');
    if (!following) await follows.removeFollow(tx, viewer.id, userId);
    else if (await follows.addFollow(tx, viewer.id, userId, ctx.clock.now())) {
      await emit(ctx, tx, personFollowed, { followerId: viewer.id, followedId: userId });
    }
    return { following, ...(await follows.followCounts(tx, viewer.id, userId)) };
  });
}

/** One page of a user's followers or followed users. */
export async function listPeople(
  ctx: RequestContext,
  viewer: Viewer | null,
  username: string,
  list: { of: 'followers' | 'following'; page: number; limit: number; search?: string },
): Promise<{ data: PersonCard[]; pagination: Pagination }> {
  const person = requireFound(await findPublicPerson(ctx.db, username), 'Person');
  // Whom a person follows, and who follows them, is theirs (docs/product/blocking.md#what-is-hidden).
  const isBlocked =
    viewer !== null && !viewer.isAdmin && (await findBlock(ctx.db, viewer.id, person.id)) !== null;
  const rows = isBlocked
    ? []
    : await follows.listFollows(ctx.db, person.id, { ...list, viewerId: viewer?.id ?? null });
  const all = list.of === 'followers' ? person.followers_count : person.following_count;
  const total = list.search ? rows.length : all;
  return { data: rows.map(presentPerson), pagination: paginate(list.page, list.limit, total) };
}
