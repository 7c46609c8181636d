/** Limits that both sides use. No schemas here: the browser imports this file without zod. */

/** Lengths are in characters. */
export const passwordLimits = { min: 8, max: 128 };
/** `newNamesPerYear`: old names stay held, so that nobody may collect many. */
export const usernameLimits = { min: 3, max: 30, newNamesPerYear: 10 };
/** `favoriteGenres`, `languages`: how many a person may choose. */
export const profileLimits = { displayName: 60, bio: 500, favoriteGenres: 200, languages: 20, movedTo: 300 };
/**
 * Lengths are in characters. `answers`: accepted ones of the question at sign-up. `domains`: of the block list. `words`: of a
 * person who asks for an account. `invitationUses`: people per invitation; `invitationDays`: how long it can be used.
 * `requestDays`: how long a request for an account waits before it is deleted.
 */
export const siteLimits = {
  operatorName: 100,
  question: 200,
  answer: 100,
  answers: 20,
  domains: 1000,
  announcement: 200,
  link: 500,
  words: 500,
  invitationUses: 1000,
  invitationDays: 365,
  invitations: 200,
  requestDays: 30,
};
export const genreLimits = { name: 60, description: 500 };
/** `volumes`: how many a story may have. */
export const storyLimits = {
  title: 200,
  description: 5000,
  genres: 5,
  volumes: 200,
  tags: 20,
  hiatusNote: 300,
};
/** `hidden`: how many tags a reader may hide. */
export const tagLimits = { name: 30, hidden: 200 };
/**
 * Search terms are in characters. `min`: the shortest that is searched for while typing. `counted`: results beyond this
 * number are not counted.
 */
export const searchLimits = { term: 200, min: 2, history: 10, counted: 200, inStory: 10, excerpts: 5 };
/** `counted`: stories of a filtered list beyond this number are not counted. */
export const storyListLimits = { counted: 1000 };
/** `perList`: how many stories admins may pick for a list. */
export const pickLimits = { perList: 100 };
/** `text`: of a review or a reply to one. `perPerson`: how many stories a person may rate. */
export const reviewLimits = { text: 5000, perPerson: 20_000 };
/** `perPerson`: how many stories and chapters a person may react to. */
export const reactionLimits = { perPerson: 50_000 };
/** `perKind`: how many people a person may block, and how many they may mute. */
export const blockLimits = { perKind: 1000 };
/**
 * `perDay`, `open`: how many reports a person may send in 24 hours, and have open. `text`, `note` are in characters, `notes` of
 * one entry. `copies`: how many wordings of one thing are kept. `days`: how long an entry is kept once it is closed.
 */
export const reportLimits = { perDay: 5, open: 20, text: 2000, note: 2000, notes: 100, copies: 10, days: 90 };
/** `restDays`: how many unused ones a person may own. `perDay`: how many items a person may buy in 24 hours. `undo`: the minutes in which a purchase can be undone. */
export const storeLimits = { restDays: 3, perDay: 50, undo: 10 };
/** The largest goals. */
export const readingGoalLimits = { minutesADay: 1440, booksAYear: 1000 };
/**
 * `words` and `note` are in characters. `perReader`: how many open fixes a reader may have in a story. `perStory`: how many
 * open ones a story may have. `shown`: how many of equal ones are listed. `idsPerCall`: how many are decided at once.
 */
export const fixLimits = {
  words: 200,
  note: 500,
  perReader: 100,
  perStory: 2000,
  shown: 5,
  idsPerCall: 2000,
};
/**
 * Finding and replacing in a story: `words` is in characters; a response lists up to `places`; a request replaces up to
 * `placesPerCall` in each of up to `chaptersPerCall` chapters.
 */
export const replaceLimits = { words: 200, places: 1000, placesPerCall: 5000, chaptersPerCall: 25 };
/** `words`: readers see only revisions that change at least this many words. `note` is in characters. */
export const revisionLimits = { words: 20, note: 500 };
/**
 * `entries` of a story, `names` of an entry and `notes`, one for a chapter; `name`, `note` and `recap` are in characters.
 * `bytes` of all notes of a story, in UTF-8.
 * `pause`: the days after which a reader who returns is offered the story so far.
 */
export const glossaryLimits = {
  entries: 500,
  names: 10,
  notes: 20,
  name: 60,
  note: 600,
  bytes: 500_000,
  recap: 300,
  pause: 14,
};
/** `entries` of a story's bible, and their `bytes` in UTF-8; `title` and `text` are in characters. */
export const storyBibleLimits = { entries: 500, bytes: 1_000_000, title: 200, text: 20_000 };
/** Of an author's notes to followers: `text` is in characters; how many they may send `perWeek` for a story, and how many are `shown` first. */
export const storyNoteLimits = { text: 2000, perWeek: 2, shown: 3 };
/** `perPerson`: how many stories a person may follow. */
export const storyFollowLimits = { perPerson: 10_000 };
/**
 * `days`, `perPerson`: how long and how many are kept. `counted`: unread entries beyond this number are not counted, and
 * stories with new chapters beyond it are not listed. `delay`: the minutes after which a new chapter is announced.
 * `excerpt` is in characters. `mutedStories`: how many stories a person may mute.
 */
export const notificationLimits = {
  days: 90,
  perPerson: 5000,
  counted: 100,
  delay: 5,
  excerpt: 140,
  idsPerCall: 100,
  mutedStories: 1000,
};
/**
 * `perStory`: links that can be used at once. `chapters`: of one link. `days`: how long one can be used by default, at most
 * `maxDays`. `label`, `name`, `quote`, `text` are in characters. `readers`: of one link, who are told apart. `comments`: on the
 * chapters of one link, `perReader`: by one of them. `keptDays`: how long they are kept after the link has ended.
 */
export const betaLinkLimits = {
  perStory: 20,
  chapters: 50,
  days: 30,
  maxDays: 180,
  label: 60,
  name: 40,
  quote: 500,
  text: 2000,
  readers: 100,
  comments: 1000,
  perReader: 200,
  keptDays: 90,
};
/** `entries`: of one feed. `days`: how long the private feed lists a chapter. */
export const feedLimits = { entries: 50, days: 30 };
/** `page`: stories on a page of a catalog for e-readers. */
export const opdsLimits = { page: 50 };
/** `perPerson`: how many e-readers and apps may have a token. `name`: the longest name of one, in characters. */
export const deviceLimits = { perPerson: 20, name: 60 };
/**
 * Of emails to e-readers: the services' `hosts`, the `codes` that a person can have sent a day, and all people together to
 * one address (`codesTo`), the `hours` for which a code works and the `attempts` to enter it, the emails `perDay` of a
 * person, the `refusals` of an address after which nothing is sent there, the largest file in `bytes` (as an email encodes
 * it, it is less than the 50 MB that Amazon accepts), and the `stories` that can be chosen from.
 */
export const ereaderEmailLimits = {
  hosts: ['kindle.com', 'free.kindle.com', 'pbsync.com'],
  codes: 3,
  codesTo: 9,
  hours: 24,
  attempts: 5,
  perDay: 20,
  refusals: 3,
  bytes: 35_000_000,
  stories: 500,
};
/** `perPerson`: in how many browsers. `endpoint`: the longest address, in characters. */
export const pushLimits = { perPerson: 10, endpoint: 1000 };
/**
 * Of emails about notifications: `items` in one, `days` after which nothing is emailed any more, `delay` minutes after which
 * what is sent at once goes out, `refusals` of an address after which nothing is sent there, the first `hour` of digests,
 * and the numbers of likes that are worth an item.
 */
export const digestLimits = {
  items: 20,
  days: 14,
  delay: 5,
  refusals: 3,
  hour: 18,
  milestones: [1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000],
};
/** `counted`: comments and reviews beyond this number are not counted. */
export const inboxLimits = { counted: 1000 };
/**
 * `older`: shorter passages of an older version are not looked for in the current one. Letter by letter, they would reveal
 * a version that was never public.
 */
export const passageLimits = { older: 10 };
/** `quote`: the most characters of a chapter that a link to a passage shows to visitors. */
export const sharingLimits = { quote: 300 };
/**
 * `perMinute`: how many a person may post. `firstReplies`: how many of a comment's replies come with it. `perPerson` and
 * `perStory`: how many there may be, replies included. `mentions`: how many '@names' of a comment can be links. `held`: how
 * many of one's own that are held come with a list. `restored`: how many an imported story brings with it, which no other
 * limit slows down.
 */
export const commentLimits = {
  held: 20,
  text: 5000,
  perMinute: 10,
  firstReplies: 3,
  quote: 300,
  perPerson: 20_000,
  perStory: 500_000,
  restored: 500,
  mentions: 10,
};
/**
 * What a text has is in characters. `founded`, `memberships`, `postsPerDay`: of a person, requests to join included.
 * `moderators`, `pinned`, `bans`, `requests`, `invitations`: of a community. `belonging`: how many communities may belong to a
 * story, or to an author. `invitationDays`: how long an invitation may last. `held`: how many of one's own posts that are held
 * come with a list.
 */
export const communityLimits = {
  held: 20,
  name: 80,
  description: 2000,
  rules: 20,
  ruleTitle: 200,
  ruleText: 1000,
  banReason: 300,
  search: 200,
  postTitle: 200,
  postContent: 40_000,
  tags: 10,
  excerpt: 1000,
  firstMembers: 20,
  founded: 200,
  memberships: 500,
  postsPerDay: 100,
  moderators: 50,
  pinned: 5,
  bans: 10_000,
  requests: 5000,
  invitations: 50,
  invitationUses: 1000,
  invitationDays: 365,
  belonging: 5,
};
/**
 * A person sends `burst` messages in `seconds`. `history`: how many messages come by default. `perPerson` and `perRoom`:
 * how many there may be. `readers`: how many of the readers are named. `mutes`: how many people an author can mute.
 */
export const chatLimits = {
  text: 2000,
  burst: 5,
  seconds: 5,
  history: 50,
  perPerson: 100_000,
  perRoom: 1_000_000,
  readers: 20,
  typingSeconds: 3,
  mutes: 1000,
};
/** `selection`, `note`, `title` and `search` are in characters. `defaultTitle`: of a bookmark, from the selected text. */
export const annotationLimits = {
  perStory: 10_000,
  selection: 20_000,
  note: 2000,
  title: 200,
  defaultTitle: 50,
  tags: 20,
  search: 200,
  atOnce: 100,
};
/**
 * `perDay`: how many sessions a person may start. `offlineDays`: how old a session that was made offline may be, and
 * `offlineHoursPerDay`: how much of a day is counted of those.
 * `averageReaders`: how many readers an average needs.
 */
export const readingSessionLimits = {
  perDay: 1000,
  offlineDays: 7,
  offlineHoursPerDay: 4,
  averageReaders: 5,
};
/** `covers`: how many a card shows. */
export const collectionLimits = {
  name: 100,
  description: 1000,
  note: 500,
  perPerson: 200,
  stories: 1000,
  saved: 1000,
  covers: 3,
};
/** `others`: stories in no series that come with an author's series. `preview`: stories of each series in a list. */
export const seriesLimits = {
  name: 100,
  description: 1000,
  perPerson: 100,
  stories: 100,
  others: 1000,
  preview: 3,
};
/** `undo`: the hours in which removing a story from the library can be undone. `atOnce`: how many stories one request changes. */
export const libraryLimits = {
  note: 2000,
  titleSearch: 200,
  undo: 24,
  atOnce: 100,
  history: 20_000,
  importBytes: 1_048_576,
  importRows: 5000,
};
export const recommendationLimits = { stories: 40, shelves: 5 };
export const volumeLimits = { title: 100 };
/** `perStory`: how many chapters a story may have. */
export const chapterLimits = {
  title: 200,
  content: 1_000_000,
  authorNotes: 5000,
  endNotes: 5000,
  privateNote: 2000,
  perStory: 10_000,
  versionName: 100,
};
/** `note`: characters of a note on a story's time line; `notes`: how many a story may have. */
export const storyAnalyticsLimits = { note: 200, notes: 500 };
/** `storiesPerMonth`: how many stories an author may start in a calendar month on Basic. */
export const planLimits = { storiesPerMonth: 5 };
export const contactLimits = { name: 100, subject: 150, message: 5000 };

/** A story with fewer words is short; one with at least `longWords` is long. */
export const shortWords = 20_000;
export const longWords = 80_000;

/** How many values one filter of a list of stories may have, and the most chapters and words that it can ask for. */
export const filterLimits = { values: 50, chapters: 10_000, words: 100_000_000, rating: 5 };

/** Filters that a person saves under a name. `query`: the longest, in characters as in an address. */
export const savedFilterLimits = { name: 60, query: 1000, perPerson: 20 };

/** The days in which signing in restores a deleted account (docs/product/personal-data.md#account-deletion). */
export const graceDays = 7;

/** The page size of a story's chapter list (docs/product/chapters.md#order). */
export const chaptersPerPage = 200;

/** The longest text that the writing assistant takes, in UTF-16 units. */
export const maxAssistantText = 100_000;
