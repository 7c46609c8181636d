import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listStories } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { freshDataFolder } from '../platform/db/embedded/testing/database-users.ts';
import { runCommand, startServer, stop } from './testing/programs.ts';
import { call } from './testing/test-people.ts';

/** Backups of populated sites, each made by the archive of a released version (CONTRIBUTING.md#releases). */
const folder = join(import.meta.dirname, '../../migrations/released');
const backups = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.zip'));

test.skipIf(backups.length === 0)(
  'a site of every released version is upgraded by all later migrations, with its stories and right counters [R58]',
  async () => {
    for (const backup of backups) {
      const settings = { DATA_DIR: await freshDataFolder() };
      const restored = await runCommand(['restore', join(folder, backup)], settings);
      expect([restored.code, restored.stderr], backup).toEqual([0, '']);
      const server = await startServer(settings);
      const { body } = await call(server.url, null, listStories, {});
      expect(body.data.length, backup).toBeGreaterThan(0);
      expect((await stop(server)).code).toBe(0);
      const { stdout } = await runCommand(['doctor', '--audit', '--json'], settings);
      const checks: { name: string; status: string; says: string }[] = JSON.parse(stdout).checks;
      const wrong = checks.filter(
        ({ name, status }) => ['migrations', 'counters', 'texts', 'files'].includes(name) && status !== 'ok',
      );
      expect(wrong, backup).toEqual([]);
    }
  },
);
