import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { socketFolderFor } from '../packages/server/src/platform/db/embedded/data-folder.ts';
import { databaseName, roleName } from '../packages/server/src/platform/db/embedded/prepare-cluster.ts';

/** How to connect to the embedded database of a running server. */
export const connectionOf = (dataDir: string): ClientConfig => ({
  host: socketFolderFor(join(dataDir, 'postgres')),
  database: databaseName,
  user: roleName,
  password: readFileSync(join(dataDir, 'postgres-app.secret'), 'utf8').trim(),
});
