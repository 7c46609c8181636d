import { defineModule } from '../../platform/module.ts';
import { counters } from './follows.queries.ts';
import { personalPart } from './personal-data.queries.ts';
import { avatarUse, reportableAvatar, reportableProfile } from './users.queries.ts';
import { userRoutes } from './users.routes.ts';

export const users = defineModule({
  name: 'users',
  routes: userRoutes,
  personalData: personalPart,
  counters,
  images: [avatarUse],
  reportable: [reportableProfile, reportableAvatar],
});

export { zoneOfDays } from './day-zone.ts';
export {
  endFollowsBetween,
  isFollowing,
  isNamedLike,
  lockPeople,
  maxSearched,
  type PersonRow,
  setDeletionDue,
} from './follows.queries.ts';
export {
  type Block,
  blockedAmong,
  blockWith,
  findBlock,
  findHidden,
  hasBlock,
  hiddenTo,
  hidesAnyone,
  isHiddenFrom,
  listHiddenTo,
  requireUnblocked,
} from './hidden-people.queries.ts';
export { type LocalTime, listLocalTimes } from './local-times.queries.ts';
export { chosenSettings, type StoredReadingSettings } from './reading-settings.ts';
export { personAdded, personFollowed, personMoved, personRenamed, presenceChanged } from './users.events.ts';
export { isPublicPerson, personExists } from './users.policy.queries.ts';
export { type AuthorRow, presentAuthor, presentPerson, presentPreferences } from './users.present.ts';
export {
  authorJson,
  capDeletionDue,
  dayZoneOf,
  findDeletionDue,
  findPublicPerson,
  findUserByName,
  hasUsers,
  insertUser,
  isVerified,
  listModerators,
  lockActivePerson,
  lockOtherAdmin,
  lockPerson,
  makeAuthor,
  type PreferencesRow,
  personNamed,
  refreshCoverStyle,
  setAdmin,
  setAvatar,
  setCreatedAt,
  setModerator,
  setSuspended,
  setVerified,
  usernameKey,
} from './users.queries.ts';
export { setFollow, setReadingTheme, updatePreferences, usernameTaken } from './users.service.ts';
