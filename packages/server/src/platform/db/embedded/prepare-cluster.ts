import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { StartupProblem } from '../../startup-problem.ts';
import { superuserConnection } from './attach.ts';
import { shippedBinaries, usableBinaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { allowTraversal, prepareDataFolder, readOrCreateSecret, socketFolderFor } from './data-folder.ts';
import type { EmbeddedOptions } from './embedded.ts';
import { initialise } from './initialise.ts';
import { chooseUser, claimCluster, inaccessibleFolder, type RunAs } from './os-user.ts';

export const databaseName = 'inkling';
/** Inkling's own role: it owns its database and may not read files, run programs or create roles. */
export const roleName = 'inkling_app';

/** Creates Inkling's role and database. Each step is atomic, and the next start completes an interrupted run. */
export async function ensureAppDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client(superuserConnection(cluster, 'postgres'));
  client.on('error', () => {});
  await client.connect();
  try {
    // Of two processes, the second waits and finds everything created.
    await client.query('select pg_advisory_lock($1, $2)', [0x1a4b11c, 4]);
    await ensureRole(client, cluster.rolePassword);
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName} owner ${roleName}`);
  } finally {
    await client.end();
  }
}

/** Sets the password at every start, so that a lost secret file can be replaced. */
async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [roleName]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(
    `${verb} role ${roleName} login nosuperuser nocreaterole nobypassrls noreplication
      password ${client.escapeLiteral(password)}`,
  );
}

/** Prepares DATA_DIR so that PostgreSQL can start on it; creates the cluster the first time. */
export async function prepareCluster(
  dataFolder: string,
  log: Log,
  { programs, durable = true }: Pick<EmbeddedOptions, 'programs' | 'durable'>,
): Promise<Cluster> {
  const { folder: dataDir, created } = await prepareDataFolder(dataFolder);
  const folder = join(dataDir, 'postgres');
  const user = await chooseUser(dataDir, folder);
  if (created && user !== null) await allowTraversal(dataDir, user);
  const asSeenInside = await choosePathForPostgres(dataDir, user);
  const exists = (await majorOf(folder)) !== null;
  if (exists) await claimCluster(folder, user);
  const binaries = await usableBinaries(programs ?? shippedBinaries(), dataDir, user);
  const password = await readOrCreateSecret(dataDir, 'postgres.secret', exists);
  // May be created again if lost: the role gets this password at every start.
  const rolePassword = await readOrCreateSecret(dataDir, 'postgres-app.secret', false);
  const cluster: Cluster = {
    dataDir,
    folder,
    pathForPostgres: asSeenInside,
    socketFolder: socketFolderFor(folder),
    logFile: join(dataDir, 'postgres.log'),
    password,
    rolePassword,
    user,
    binaries,
    durable,
  };
  if (!exists) await initialise(cluster, log);
  await requireSupportedMajor(cluster);
  return cluster;
}

async function choosePathForPostgres(
  dataDir: string,
  user: RunAs | null,
): Promise<Cluster['pathForPostgres']> {
  const inaccessible = user === null ? null : await inaccessibleFolder(dataDir, user);
  if (inaccessible === null) return (folder) => folder;
  if (process.platform === 'linux') return () => '/proc/self/cwd';
  throw new StartupProblem(
    `As root, Inkling runs the database as another user, and ${inaccessible} is closed to other users. Set DATA_DIR to a folder outside it, such as /var/lib/inkling.`,
  );
}

/** The major version of the cluster; null if there is none. An empty folder (a fresh volume) counts as none. */
async function majorOf(folder: string): Promise<string | null> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  return version?.trim() ?? null;
}

async function requireSupportedMajor({ folder, binaries, dataDir }: Cluster): Promise<void> {
  const supported = binaries.version.split('.')[0];
  const actual = await majorOf(folder);
  if (actual === supported) return;
  throw new StartupProblem(
    `The database in ${dataDir} was created by PostgreSQL ${actual}, and this version of Inkling includes PostgreSQL ${supported}. Run the version of Inkling that created it, or set DATA_DIR to another folder.`,
  );
}
