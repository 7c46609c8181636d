export {
  capDeletionDue,
  findDeletionDue,
  isSuspended,
  isVerified,
  lockActivePerson,
  setSuspended,
  setVerified,
} from './account-state.queries.ts';
export { counters as usersCounters } from './counters.queries.ts';
export { zoneOfDays } from './day-zone.ts';
export { isFollowing, type PersonRow, setDeletionDue } from './follows.queries.ts';
export { personalPart as usersPersonalPart } from './personal-data.queries.ts';
export { lockPerson, type PreferencesRow } from './preferences.queries.ts';
export { usernameTaken } from './username-taken.ts';
export { presenceChanged } from './users.events.ts';
export { isPublicPerson } from './users.policy.queries.ts';
export { type AuthorRow, presentAuthor, presentPerson, presentPreferences } from './users.present.ts';
export {
  findPublicPerson,
  findUserByName,
  hasUsers,
  insertUser,
  makeAuthor,
  setAdmin,
  setAvatar,
  usernameKey,
} from './users.queries.ts';
export { userRoutes } from './users.routes.ts';
export { setFollow } from './users.service.ts';
