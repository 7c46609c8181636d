import type { Me } from '@inkling/contract/account';
import type { Genre } from '@inkling/contract/genres';
import type { Home } from '@inkling/contract/home';
import type { ReadableEntry } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';

/** A valid id for each number. */
export const idOf = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A time zone that only the server knows. */
export const unknownZone = 'America/Newtown';

export const me: Me = {
  _id: idOf(1),
  id: idOf(1),
  username: 'ada',
  displayName: 'Ada',
  bio: '',
  email: 'ada@example.test',
  pendingEmail: null,
  pendingEmailUntil: null,
  avatar: null,
  role: 'reader',
  movedTo: null,
  isAdmin: false,
  isModerator: false,
  isSuspended: false,
  isPaymentDue: false,
  itemsInUse: [],
  verified: true,
  isVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  timeZone: 'UTC',
  utcOffset: 0,
  followersCount: 0,
  followingCount: 0,
  following: [],
  readingPreferences: {
    genres: [],
    emailNotifications: true,
    showsMature: false,
    hiddenTags: [],
    hiddenWarnings: [],
    keepsHistory: true,
    isMeasured: true,
    showsPresence: true,
    hidesRewards: false,
    hidesFirstSteps: false,
    isRanked: false,
    showsGenres: false,
    languages: [],
    savedFilters: [],
    readingSettings: {},
  },
  wallet: { ink: 0 },
  readingStats: { totalBooksRead: 0, readingStreak: 0, minutesRead: 0, wordsRead: 0 },
};

const names = ['Adventure', 'Comedy', 'Drama', 'Fantasy', 'Horror', 'Mystery', 'Noir', 'Romance', 'Sci-Fi'];
const others = Array.from({ length: 50 }, (_, index) => `Tale ${index + 10}`);

/** Sixty genres by name, which are more than a page of the genre picker. */
export const genres: Genre[] = [...names, ...others, 'Western'].map((name, index) => ({
  _id: idOf(1000 + index),
  name,
  description: '',
  subgenres: [],
  storyCount: 0,
}));

export function genreId(name: string): string {
  const genre = genres.find((one) => one.name === name);
  if (genre === undefined) throw new Error(`There is no genre ${name}.`);
  return genre._id;
}

const day = '2026-01-01T00:00:00.000Z';

export const story: Story = {
  _id: idOf(2),
  title: 'Half a Lamp',
  description: 'A lamp, and who lit it.',
  summary: 'A lamp, and who lit it.',
  coverImage: null,
  language: 'en',
  author: { _id: idOf(3), username: 'grace', displayName: 'Grace', avatar: null },
  genres: [],
  tags: [],
  contentWarnings: [],
  audience: 'everyone',
  status: 'ongoing',
  effectiveStatus: 'ongoing',
  isPublished: true,
  isAIGenerated: false,
  isOnHiatus: false,
  chapterCount: 2,
  viewCount: 0,
  likes: 0,
  isLiked: false,
  isBookmarked: false,
  stats: { averageRating: null, ratingsCount: 0, views: 0, likes: 0, totalWordCount: 600, avgReadingTime: 3 },
  createdAt: day,
  updatedAt: day,
  publishedAt: day,
  lastUpdated: day,
  nextChapterAt: null,
};

/** A story of which half has been read. */
export const halfRead: ReadableEntry = {
  _id: idOf(4),
  storyId: story._id,
  story,
  status: 'reading',
  progress: 50,
  isCompleted: false,
  isBookmarked: false,
  newChapters: 0,
  lastRead: day,
  lastChapterRead: { _id: idOf(5), title: 'Evening 1', chapterNumber: 1 },
  unread: 2,
  unreadBefore: 0,
  nextUnread: { _id: idOf(5), title: 'Evening 1', chapterNumber: 1 },
  continueWith: idOf(5),
  note: '',
  secondsRead: 0,
  rating: null,
  finishedAt: null,
};

/** The home page of a new site. */
export const emptyHome: Home = {
  continueReading: [],
  recommended: [],
  personalizedCategories: [],
  trending: [],
  recentlyUpdated: [],
  popular: [],
  newReleases: [],
  topRated: [],
  completed: [],
  short: [],
  long: [],
  mostCommented: [],
  editorsPicks: [],
  failed: [],
  folded: [],
};
