/** What a suspended person can still do. */
export const stillWorks =
  'You can still read, download your data, change your password, sign out, delete your account, and appeal.';
