import type { PasswordCost } from '../modules/account/passwords.ts';

/** The password of accounts created by `site.person()`. */
export const testPassword = 'a lamp in the window';

/** What a hash costs in tests that are not about hashing: a hundredth of the server's. */
export const testPasswordCost: PasswordCost = { memory: 128, passes: 1, parallelism: 1 };
