/**
 * What `npm test -- --quick` leaves out, below packages/server/src: everything about programs and about all calls, and
 * the files that take longest, most of them about limits, load and hostile input. A full run starts with them
 * (vitest.config.ts).
 */
export const longTests = [
  'process-tests/**',
  'platform/db/embedded/**',
  'contract-checks/**',
  'demo/demo.test.ts',
  'modules/account/account-emails.test.ts',
  'modules/account/concurrent-changes.test.ts',
  'modules/account/emails-to-strangers.test.ts',
  'modules/account/login-limits.test.ts',
  'modules/account/update-email.test.ts',
  'modules/account/withdraw-email.test.ts',
  'modules/chapters/long-texts.test.ts',
  'modules/chapters/matching-budget.test.ts',
  'modules/chapters/text-quota.test.ts',
  'modules/imports/largest-books.test.ts',
  'modules/imports/parse/epub/hostile.test.ts',
  'modules/imports/parse/office/hostile.test.ts',
  'modules/imports/parse/parse-book-safely.test.ts',
  'modules/imports/parse/parse-book.child.test.ts',
  'modules/imports/parse/round-trip.test.ts',
  'modules/personal-data/deletion.test.ts',
  'modules/personal-data/export.test.ts',
  'modules/uploads/hostile-images.test.ts',
  'modules/uploads/hostile-uploads.test.ts',
  'pages/link-previews.test.ts',
  'pages/withdrawn-content.test.ts',
  'platform/events/restore.test.ts',
  'platform/http/database-unavailable.test.ts',
  'platform/http/database-waits.test.ts',
  'platform/http/rate-limits.test.ts',
  'platform/http/upload.test.ts',
  'platform/live/handshake.test.ts',
];
