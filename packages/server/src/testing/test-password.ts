import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type PasswordCost, serverCost, usePasswordCost } from '../modules/account/passwords.ts';

/** A password hash with an outdated low cost, which is fast to verify. */
export function weakHash(password: string): string {
  const salt = Buffer.alloc(16, 3);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    tagLength: 32,
    memory: 64,
    passes: 1,
    parallelism: 1,
  });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=64,t=1,p=1$${base64(salt)}$${base64(tag)}`;
}

/** Hashes the passwords of a file or a `describe` at the server's cost. */
export function useServerPasswordCost(): void {
  beforeAll(() => usePasswordCost(serverCost));
  afterAll(() => usePasswordCost(testPasswordCost));
}

/** The password of accounts created by `site.person()`. */
export const testPassword = 'a lamp in the window';

/** What a hash costs in tests that are not about hashing: a hundredth of the server's. */
export const testPasswordCost: PasswordCost = { memory: 128, passes: 1, parallelism: 1 };
