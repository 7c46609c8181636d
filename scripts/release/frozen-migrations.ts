import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What released versions have: `0.1.0.json` with the hashes of their migrations, and `0.1.0.zip`, a backup of a site. */
export const releasedFolder = 'packages/server/migrations/released';

/** The SHA-256 of each file of the migrations, by its path in their folder. */
export function migrationHashes(root: string): Record<string, string> {
  const folder = join(root, 'packages/server/migrations');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^\d{4}-.*\.(?:ts|sql)$/.test(file))
    .toSorted();
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
}

/** From now on a test refuses changes to the migrations that this version has. */
export function freezeMigrations(root: string, version: string): void {
  const folder = join(root, releasedFolder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(migrationHashes(root), null, 2)}\n`);
}
