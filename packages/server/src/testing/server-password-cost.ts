import { afterAll, beforeAll } from 'vitest';
import { serverCost, usePasswordCost } from '../modules/account/passwords.ts';
import { testPasswordCost } from './test-password.ts';

/** Hashes the passwords of a file or a `describe` at the server's cost. */
export function useServerPasswordCost(): void {
  beforeAll(() => usePasswordCost(serverCost));
  afterAll(() => usePasswordCost(testPasswordCost));
}
