import { account } from './modules/account/index.ts';
import { achievements } from './modules/achievements/index.ts';
import { admin } from './modules/admin/index.ts';
import { analytics } from './modules/analytics/index.ts';
import { annotations } from './modules/annotations/index.ts';
import { assistant } from './modules/assistant/index.ts';
import { betaLinks } from './modules/beta-links/index.ts';
import { blocks } from './modules/blocks/index.ts';
import { chapters } from './modules/chapters/index.ts';
import { chat } from './modules/chat/index.ts';
import { collections } from './modules/collections/index.ts';
import { comments } from './modules/comments/index.ts';
import { communities } from './modules/communities/index.ts';
import { devices } from './modules/devices/index.ts';
import { digests } from './modules/digests/index.ts';
import { ebooks } from './modules/ebooks/index.ts';
import { ereaderEmail } from './modules/ereader-email/index.ts';
import { ereaderSync } from './modules/ereader-sync/index.ts';
import { exports } from './modules/exports/index.ts';
import { feeds } from './modules/feeds/index.ts';
import { fixes } from './modules/fixes/index.ts';
import { genres } from './modules/genres/index.ts';
import { glossary } from './modules/glossary/index.ts';
import { home } from './modules/home/index.ts';
import { imports } from './modules/imports/index.ts';
import { inbox } from './modules/inbox/index.ts';
import { leaderboard } from './modules/leaderboard/index.ts';
import { library } from './modules/library/index.ts';
import { libraryFiles } from './modules/library-files/index.ts';
import { measures } from './modules/measures/index.ts';
import { notifications } from './modules/notifications/index.ts';
import { opds } from './modules/opds/index.ts';
import { personalData } from './modules/personal-data/index.ts';
import { picks } from './modules/picks/index.ts';
import { plans } from './modules/plans/index.ts';
import { profiles } from './modules/profiles/index.ts';
import { push } from './modules/push/index.ts';
import { quests } from './modules/quests/index.ts';
import { rankings } from './modules/rankings/index.ts';
import { ratings } from './modules/ratings/index.ts';
import { reactions } from './modules/reactions/index.ts';
import { readingAnalytics } from './modules/reading-analytics/index.ts';
import { readingSessions } from './modules/reading-sessions/index.ts';
import { recommendations } from './modules/recommendations/index.ts';
import { replacements } from './modules/replacements/index.ts';
import { reports } from './modules/reports/index.ts';
import { revisions } from './modules/revisions/index.ts';
import { rewards } from './modules/rewards/index.ts';
import { schedules } from './modules/schedules/index.ts';
import { search } from './modules/search/index.ts';
import { series } from './modules/series/index.ts';
import { sharing } from './modules/sharing/index.ts';
import { site } from './modules/site/index.ts';
import { store } from './modules/store/index.ts';
import { stories } from './modules/stories/index.ts';
import { storyBible } from './modules/story-bible/index.ts';
import { storyFollows } from './modules/story-follows/index.ts';
import { storyNotes } from './modules/story-notes/index.ts';
import { trash } from './modules/trash/index.ts';
import { uploads } from './modules/uploads/index.ts';
import { users } from './modules/users/index.ts';
import type { Module } from './platform/module.ts';

/** Every capability, in order: each may import only those above it. Personal data is deleted in the reverse order. */
export const modules: readonly Module[] = [
  users,
  uploads,
  genres,
  plans,
  stories,
  chapters,
  storyFollows,
  storyNotes,
  blocks,
  schedules,
  betaLinks,
  glossary,
  storyBible,
  exports,
  library,
  trash,
  picks,
  rankings,
  readingSessions,
  ratings,
  collections,
  series,
  imports,
  libraryFiles,
  comments,
  communities,
  annotations,
  fixes,
  replacements,
  revisions,
  reactions,
  sharing,
  chat,
  measures,
  reports,
  rewards,
  quests,
  achievements,
  leaderboard,
  store,
  assistant,
  readingAnalytics,
  analytics,
  notifications,
  feeds,
  inbox,
  search,
  recommendations,
  home,
  site,
  profiles,
  account,
  devices,
  ebooks,
  ereaderSync,
  opds,
  push,
  ereaderEmail,
  digests,
  personalData,
  admin,
];
