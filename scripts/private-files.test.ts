import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

test('an image gets the sources alone, and no backup or file of settings among them', () => {
  const [first, ...others] = linesOf('.dockerignore');
  expect(first).toBe('*');
  expect(others.filter((line) => line.startsWith('!'))).toEqual(
    ['.npmrc', 'package-lock.json', 'package.json', 'packages', 'scripts', 'tsconfig.json'].map(
      (name) => `!${name}`,
    ),
  );
  expect(others.slice(6)).toEqual(expect.arrayContaining(['**/node_modules', '**/.env*', '**/*.zip']));
});

test('backups, secrets and files of settings are not committed', () => {
  const ignored = linesOf('.gitignore');
  expect(ignored).toEqual(expect.arrayContaining(['data/', '*.zip', '*.secret', '.env', '.env.*']));
  expect(ignored.filter((line) => line.startsWith('!'))).toEqual(['!.env.example']);
});
