import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, listResponse, pageQuery, topResponse } from './page.ts';
import { id, line, prose } from './text.ts';
import { timeZone } from './time-zones.ts';
import { newUsername, usernameInPath } from './usernames.ts';

export { usernameLimits } from './usernames.ts';
export const displayNameMax = 60;
export const bioMax = 500;
/** More genres than this are nobody's favourites. */
export const favoriteGenresMax = 200;

export const role = z.enum(['reader', 'author']);

/** A person as everybody sees them beside what they wrote. */
export const author = z.object({
  _id: id,
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
});
export type Author = z.output<typeof author>;

/** A person in a list of people; `isFollowing` says whether the viewer follows them. */
export const personCard = author.extend({
  bio: z.string(),
  followersCount: z.int(),
  isFollowing: z.boolean(),
});
export type PersonCard = z.output<typeof personCard>;

/** What a person may change of how they appear. */
export const ownProfile = author.extend({ bio: z.string(), timeZone: z.string() });
export type OwnProfile = z.output<typeof ownProfile>;

export const readingPreferences = z.object({ genres: z.array(id), emailNotifications: z.boolean() });
export type ReadingPreferences = z.output<typeof readingPreferences>;

// Characters that turn the direction of what follows: in a name they would reorder the page around it.
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const displayName = z
  .string('Please enter a name.')
  .transform((raw) => raw.replace(directions, ''))
  .pipe(line(displayNameMax))
  .meta({ maxLength: displayNameMax });

export const profileBody = z.object({
  username: newUsername.optional(),
  displayName: displayName.optional(),
  bio: prose(bioMax).optional(),
  timeZone: timeZone.optional(),
});

export const preferencesBody = z.object({
  favoriteGenres: z
    .array(id, 'Please choose genres from the list.')
    .max(favoriteGenresMax, `Please choose at most ${favoriteGenresMax} genres.`)
    .optional(),
  emailNotifications: z.boolean().optional(),
});

/** `following` is whether the caller follows them now; the counts are the followed person's and the caller's own. */
const followResponse = topResponse({
  following: z.boolean(),
  followersCount: z.int(),
  followingCount: z.int(),
});

export const updateProfile = defineCall('PATCH /users/profile/me', {
  summary: 'Change my username, display name, biography or time zone; fields left out stay as they are',
  access: 'user',
  body: profileBody,
  response: dataResponse(ownProfile),
});

export const updatePreferences = defineCall('PATCH /users/preferences', {
  summary: 'Change my favourite genres and email notifications; fields left out stay as they are',
  access: 'user',
  body: preferencesBody,
  response: dataResponse(readingPreferences),
});

export const followUser = defineCall('POST /users/follow/{userId}', {
  summary: 'Follow a person; following twice has no further effect',
  access: 'user',
  response: followResponse,
});

export const unfollowUser = defineCall('POST /users/unfollow/{userId}', {
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
  query: pageQuery(20),
  response: listResponse(personCard),
});
