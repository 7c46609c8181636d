import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { StartupProblem } from '../../startup-problem.ts';
import { shippedBinaries, usableBinaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { allowTraversal, prepareDataFolder, secretOf } from './data-folder.ts';
import type { EmbeddedOptions } from './embedded.ts';
import { initialise } from './initialise.ts';
import { chooseUser, claimCluster, inaccessibleFolder, type RunAs } from './os-user.ts';
import { socketFolderFor } from './socket-folder.ts';

/** Brings DATA_DIR to the point where PostgreSQL can be started on it; makes the cluster the first time. */
export async function prepareCluster(
  given: string,
  log: Log,
  { programs, durable = true }: Pick<EmbeddedOptions, 'programs' | 'durable'>,
): Promise<Cluster> {
  const { folder: dataDir, made } = await prepareDataFolder(given);
  const folder = join(dataDir, 'postgres');
  const user = await chooseUser(dataDir, folder);
  if (made && user !== null) await allowTraversal(dataDir, user);
  const asSeenInside = await viewOf(dataDir, user);
  const exists = (await majorOf(folder)) !== null;
  if (exists) await claimCluster(folder, user);
  const binaries = await usableBinaries(programs ?? shippedBinaries(), dataDir, user);
  const password = await secretOf(dataDir, 'postgres.secret', exists);
  // A new one does as well as the old one: it is given to the role at every start.
  const rolePassword = await secretOf(dataDir, 'postgres-app.secret', false);
  const cluster: Cluster = {
    dataDir,
    folder,
    asSeenInside,
    socketFolder: socketFolderFor(folder),
    logFile: join(dataDir, 'postgres.log'),
    password,
    rolePassword,
    user,
    binaries,
    durable,
  };
  if (!exists) await initialise(cluster, log);
  await refuseOtherMajor(cluster);
  return cluster;
}

async function viewOf(dataDir: string, user: RunAs | null): Promise<Cluster['asSeenInside']> {
  const barred = user === null ? null : await inaccessibleFolder(dataDir, user);
  if (barred === null) return (folder) => folder;
  if (process.platform === 'linux') return () => '/proc/self/cwd';
  throw new StartupProblem(
    `As root, Inkling runs the database as another user, and ${barred} lets nobody else through. Set DATA_DIR to a folder outside of it, such as /var/lib/inkling.`,
    78,
  );
}

/** The major version of the cluster; null where there is none (an empty folder is none: a fresh volume). */
async function majorOf(folder: string): Promise<string | null> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  return version?.trim() ?? null;
}

async function refuseOtherMajor({ folder, binaries, dataDir }: Cluster): Promise<void> {
  const ours = binaries.version.split('.')[0];
  const theirs = await majorOf(folder);
  if (theirs === ours) return;
  throw new StartupProblem(
    `The database in ${dataDir} was made by PostgreSQL ${theirs}, and this version of Inkling brings PostgreSQL ${ours}. Run the version of Inkling that made it, or set DATA_DIR to another folder.`,
    78,
  );
}
