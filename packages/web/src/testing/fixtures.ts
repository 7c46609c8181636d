import type { Me } from '@inkling/contract/account';
import type { Genre } from '@inkling/contract/genres';

/** A valid id for each number. */
const idOf = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;

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
  isAdmin: false,
  verified: true,
  isVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  timeZone: 'UTC',
  followersCount: 0,
  followingCount: 0,
  following: [],
  readingPreferences: { genres: [], emailNotifications: true },
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
