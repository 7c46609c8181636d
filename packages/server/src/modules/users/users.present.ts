import type { Author, PersonCard, ReadingPreferences } from '@inkling/contract/users';
import type { PersonRow } from './follows.queries.ts';
import { chosenSettings } from './reading-settings.ts';
import type { PreferencesRow } from './users.queries.ts';

export interface AuthorRow {
  id: string;
  username: string;
  display_name: string;
  avatar: string | null;
}

/** A user's public data; the display name defaults to the username. */
export const presentAuthor = (row: AuthorRow): Author => ({
  _id: row.id,
  username: row.username,
  displayName: row.display_name || row.username,
  avatar: row.avatar,
});

/** A user in a list of users. */
export const presentPerson = (row: PersonRow): PersonCard => ({
  ...presentAuthor(row),
  bio: row.bio,
  followersCount: row.followers_count,
  isFollowing: row.is_following,
});

export const presentPreferences = (row: PreferencesRow): ReadingPreferences => ({
  genres: row.favorite_genres,
  emailNotifications: row.email_notifications,
  showsMature: row.shows_mature,
  hiddenTags: row.hidden_tag_names,
  hiddenWarnings: row.hidden_warnings,
  keepsHistory: row.keeps_history,
  isMeasured: row.is_measured,
  showsPresence: row.shows_presence,
  hidesRewards: row.hides_rewards,
  hidesFirstSteps: row.hides_first_steps,
  isRanked: row.is_ranked,
  showsGenres: row.shows_genres,
  languages: row.languages,
  savedFilters: Object.entries(row.saved_filters)
    .map(([name, query]) => ({ name, query }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
  readingSettings: chosenSettings(row.reading_settings),
});
