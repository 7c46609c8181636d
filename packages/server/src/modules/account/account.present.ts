import type { Me } from '@inkling/contract/account';
import { minute } from '../../platform/clock.ts';
import { dayIn, dayNumber } from '../../platform/days.ts';
import { offsetAt } from '../../platform/local-time.ts';
import { minutesOf, readingStreaks } from '../library/index.ts';
import { presentPreferences, zoneOfDays } from '../users/index.ts';
import type { MeRow } from './me.queries.ts';

/** A user's own view of their account. Depends on `now`: a reading streak ends after a day without reading. */
export const presentMe = (row: MeRow, now: Date): Me => ({
  _id: row.id,
  id: row.id,
  username: row.username,
  displayName: row.display_name || row.username,
  bio: row.bio,
  email: row.email,
  pendingEmail: row.pending_email,
  pendingEmailUntil: row.pending_until?.toISOString() ?? null,
  avatar: row.avatar,
  role: row.role,
  isAdmin: row.is_admin,
  isSuspended: row.is_suspended,
  isPaymentDue: row.is_payment_due,
  itemsInUse: row.items_in_use,
  verified: row.is_verified,
  isVerified: row.is_verified,
  createdAt: row.created_at.toISOString(),
  timeZone: row.time_zone,
  utcOffset: Math.round(offsetAt(zoneOfDays(row, now), now.getTime()) / minute),
  followersCount: row.followers_count,
  followingCount: row.following_count,
  following: row.following,
  readingPreferences: presentPreferences(row),
  wallet: { ink: row.ink },
  readingStats: {
    totalBooksRead: row.books_read,
    readingStreak: readingStreaks(
      row.reading_days,
      dayNumber(dayIn(zoneOfDays(row, now), now)),
      row.short_days,
      row.rest_days,
    ).current,
    minutesRead: minutesOf(row.estimated_words) + Math.round(row.seconds_read / 60),
    wordsRead: row.words_read,
  },
});
