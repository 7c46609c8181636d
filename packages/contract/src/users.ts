import { z } from 'zod';
import { defineCall } from './call.ts';
import { contentWarning, contentWarningList, tagList } from './labels.ts';
import { profileLimits, tagLimits } from './limits.ts';
import { dataResponse, listResponse, pageQuery, topResponse } from './page.ts';
import { chosenReadingSettings, readingSettingChanges } from './reading-settings-schema.ts';
import { savedFilter, savedFilterList, savedFilterNames } from './story-filter-schemas.ts';
import { primaryLanguage } from './story-filters.ts';
import { id, line, prose } from './text.ts';
import { timeZone } from './time-zones.ts';
import { newUsername, usernameInPath } from './usernames.ts';

export const role = z.enum(['reader', 'author']);

/** The author of a text, as shown to everyone. */
export const author = z.object({
  _id: id,
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
});
export type Author = z.output<typeof author>;

/**
 * How a username, or a word of a display name, begins. With it, lists have only one page of such people, without those who
 * are hidden from the viewer.
 */
export const nameSearch = line(profileLimits.displayName).default('');

/** A person in a list; `isFollowing`: whether the viewer follows them. */
export const personCard = author.extend({
  bio: z.string(),
  followersCount: z.int(),
  isFollowing: z.boolean(),
});
export type PersonCard = z.output<typeof personCard>;

/** The editable profile of a person. */
export const ownProfile = author.extend({
  bio: z.string(),
  timeZone: z.string(),
  /** Where an author has moved: an https address; null for nowhere. */
  movedTo: z.string().nullable(),
});
export type OwnProfile = z.output<typeof ownProfile>;

/**
 * `hiddenTags`: as the person spells them (docs/product/labels.md#tags). `keepsHistory`: whether what they read is recorded.
 * `isMeasured`: whether their reading time is measured and stored (docs/product/reading-analytics.md#switch).
 * `showsPresence`: whether others see that they are reading or typing in a chat.
 * `hidesRewards`: rewards are switched off, for them and for what others see of them. `hidesFirstSteps`: /rewards lists no first steps. `isRanked`: whether the leaderboard lists them.
 * `showsGenres`: whether their public profile lists their favorite genres.
 * `languages`: in which they read, as primary subtags; empty for all of them (docs/product/labels.md#languages).
 * `savedFilters`: of lists, by name (docs/product/discover.md#saved-filters).
 * `readingSettings`: what the person has chosen on any device; the rest is as by default.
 */
export const readingPreferences = z.object({
  genres: z.array(id),
  emailNotifications: z.boolean(),
  showsMature: z.boolean(),
  hiddenTags: z.array(z.string()),
  hiddenWarnings: z.array(contentWarning),
  keepsHistory: z.boolean(),
  isMeasured: z.boolean(),
  showsPresence: z.boolean(),
  hidesRewards: z.boolean(),
  hidesFirstSteps: z.boolean(),
  isRanked: z.boolean(),
  showsGenres: z.boolean(),
  languages: z.array(z.string()),
  savedFilters: z.array(savedFilter),
  readingSettings: chosenReadingSettings,
});
export type ReadingPreferences = z.output<typeof readingPreferences>;

/** Languages by their tags, of which the primary subtags count. */
export const languageList = z
  .array(z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$/, 'Please choose languages from the list.'))
  .max(profileLimits.languages, `Please choose at most ${profileLimits.languages} languages.`)
  .transform((tags) => [...new Set(tags.map(primaryLanguage))]);

// Bidirectional control characters: in a name they would reorder the surrounding text.
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const displayName = z
  .string('Please enter a name.')
  .transform((raw) => raw.replace(bidiControls, ''))
  .pipe(line(profileLimits.displayName))
  .meta({ maxLength: profileLimits.displayName });

const notAddress = 'Please enter a full address that starts with https://.';

const isSite = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return hostname.includes('.') && username === '' && password === '';
};

/** Where an author has moved (docs/product/users.md#moved-authors). */
const newPlace = z
  .string()
  .trim()
  .max(profileLimits.movedTo, `Please use an address of at most ${profileLimits.movedTo} characters.`)
  .regex(/^(https:\/\/)/, { error: notAddress, abort: true })
  .refine(isSite, notAddress);

export const profileBody = z.object({
  username: newUsername.optional(),
  displayName: displayName.optional(),
  bio: prose(profileLimits.bio).optional(),
  timeZone: timeZone.optional(),
  movedTo: newPlace.nullable().optional(),
});

export const preferencesBody = z.object({
  favoriteGenres: z
    .array(id, 'Please choose genres from the list.')
    .max(profileLimits.favoriteGenres, `Please choose at most ${profileLimits.favoriteGenres} genres.`)
    .optional(),
  emailNotifications: z.boolean().optional(),
  showsMature: z.boolean().optional(),
  // What changes, not the whole list, so that changes on two devices are both kept.
  hideTags: tagList(tagLimits.hidden).optional(),
  showTags: tagList(tagLimits.hidden).optional(),
  hideWarnings: contentWarningList.optional(),
  showWarnings: contentWarningList.optional(),
  keepsHistory: z.boolean().optional(),
  isMeasured: z.boolean().optional(),
  showsPresence: z.boolean().optional(),
  hidesRewards: z.boolean().optional(),
  hidesFirstSteps: z.boolean().optional(),
  isRanked: z.boolean().optional(),
  showsGenres: z.boolean().optional(),
  languages: languageList.optional(),
  // A name that is taken gets the new filters; renaming saves under one name and removes the other.
  saveFilters: savedFilterList.optional(),
  removeFilters: savedFilterNames.optional(),
  readingSettings: readingSettingChanges.optional(),
});

/** `following`: whether the caller follows them now. The counts: their followers, and the caller's own follows. */
const followResponse = topResponse({
  following: z.boolean(),
  followersCount: z.int(),
  followingCount: z.int(),
});

export const updateProfile = defineCall('PATCH /users/profile/me', {
  withdraws: true,
  summary:
    'Change my username, display name, biography, time zone or where I have moved; fields left out stay as they are',
  access: 'user',
  errors: ['USERNAME_TAKEN'],
  body: profileBody,
  response: dataResponse(ownProfile),
});

export const updatePreferences = defineCall('PATCH /users/preferences', {
  withdraws: true,
  summary:
    'Change my favorite genres, email notifications, what I see and how I read; fields left out stay as they are',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  body: preferencesBody,
  response: dataResponse(readingPreferences),
});

export const followUser = defineCall('POST /users/follow/{userId}', {
  summary: 'Follow a person; following twice has no further effect',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  response: followResponse,
});

export const unfollowUser = defineCall('POST /users/unfollow/{userId}', {
  withdraws: true,
  summary: 'Unfollow a person',
  access: 'user',
  response: followResponse,
});

export const listFollowers = defineCall('GET /users/{username}/followers', {
  summary: 'List a person’s followers, newest first',
  access: 'public',
  params: { username: usernameInPath },
  query: pageQuery(20),
  response: listResponse(personCard),
});

export const listFollowing = defineCall('GET /users/{username}/following', {
  summary: 'List the people a person follows, newest first',
  access: 'public',
  params: { username: usernameInPath },
  query: pageQuery(20).extend({ search: nameSearch }),
  response: listResponse(personCard),
});
