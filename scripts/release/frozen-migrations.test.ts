import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freezeMigrations, migrationHashes, releasedFolder } from './frozen-migrations.ts';

const root = join(import.meta.dirname, '../..');

/** The files of migrations that a released version has, and which are now others or gone. */
function changedSince(folder: string): string[] {
  const released = join(folder, releasedFolder);
  const now = migrationHashes(folder);
  const versions = existsSync(released) ? readdirSync(released).filter((name) => name.endsWith('.json')) : [];
  return versions.flatMap((version) => {
    const then: Record<string, string> = JSON.parse(readFileSync(join(released, version), 'utf8'));
    return Object.keys(then).filter((file) => then[file] !== now[file]);
  });
}

test('migrations of released versions are unchanged', () => {
  expect(changedSince(root)).toEqual([]);
});

test('a release freezes its migrations: later ones may be added, but none changed', () => {
  const copy = mkdtempSync(join(tmpdir(), 'inkling-frozen-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const migrations = join(copy, 'packages/server/migrations');
  cpSync(join(root, 'packages/server/migrations'), migrations, { recursive: true });
  freezeMigrations(copy, '0.1.0');
  writeFileSync(join(migrations, '0002-later.ts'), 'export const up = async () => {};\n');
  expect(changedSince(copy)).toEqual([]);
  writeFileSync(join(migrations, '0001-baseline/users.sql'), 'create table users ();\n');
  expect(changedSince(copy)).toEqual(['0001-baseline/users.sql']);
});
