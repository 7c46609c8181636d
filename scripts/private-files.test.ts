import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

test('an image gets the program alone, and no backup or file of settings', () => {
  const [first, ...others] = linesOf('.dockerignore');
  expect(first).toBe('*');
  expect(others).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'inkling', 'node_modules', 'packages'].map((name) => `!${name}`),
  );
});

test('backups, secrets and files of settings are not committed', () => {
  const ignored = linesOf('.gitignore');
  expect(ignored).toEqual(expect.arrayContaining(['data/', '*.zip', '*.secret', '.env', '.env.*']));
  expect(ignored.filter((line) => line.startsWith('!'))).toEqual(['!.env.example']);
});
