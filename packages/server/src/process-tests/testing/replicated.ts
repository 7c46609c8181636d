import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFile, chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { shippedBinaries, usableBinaries } from '../../platform/db/embedded/binaries.ts';
import { freshDataFolder, isRoot, waitUntil } from '../../platform/db/embedded/testing/database-users.ts';
import { runQueryAt } from './databases.ts';

/** One PostgreSQL server of the embedded programs, without the program that usually guards it. */
export interface ReplicaServer {
  /** For Inkling's role. */
  url: string;
  /** Runs a query as superuser. */
  query(query: string): Promise<Record<string, unknown>[]>;
  start(): Promise<void>;
  /** Kills it with all of its processes. */
  kill(): Promise<void>;
}

const settings = {
  fsync: 'off',
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '64MB',
  wal_keep_size: '512MB',
  hot_standby_feedback: 'off',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
};

/** A server on a copy of the migrated data folder; a standby of `primary` if there is one. */
async function replicaServer(
  password: string,
  primary: string | null,
): Promise<ReplicaServer & { folder: string }> {
  const dataDir = await freshDataFolder();
  execFileSync('cp', ['-a', inject('migratedFolder'), dataDir]);
  await chmod(dataDir, 0o755);
  const folder = join(dataDir, 'postgres');
  const owner = await stat(folder);
  const user = isRoot ? { uid: owner.uid, gid: owner.gid } : null;
  const binaries = await usableBinaries(shippedBinaries(), dataDir, user);
  if (primary !== null) {
    await writeFile(join(folder, 'standby.signal'), '');
    const conninfo = `host=${primary} user=inkling password=${password}`;
    await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  }
  const args = Object.entries({ ...settings, unix_socket_directories: folder });
  const urlAs = (name: string, secret: string, database: string) =>
    `postgresql://${name}:${encodeURIComponent(secret)}@localhost:5432/${database}?host=${encodeURIComponent(folder)}`;
  const app = inject('database');
  const query = (text: string) => runQueryAt(urlAs('inkling', password, app.database), text);
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> | undefined;
  const kill = async () => {
    child?.kill('SIGQUIT');
    await ended;
  };
  onTestFinished(kill);
  return {
    folder,
    url: urlAs(app.user, app.password, app.database),
    query,
    kill,
    async start() {
      child = spawn(
        join(binaries.folder, 'bin/postgres'),
        ['-D', folder, ...args.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        {
          ...user,
          cwd: folder,
          stdio: 'ignore',
          env: { ...process.env, LD_LIBRARY_PATH: join(binaries.folder, 'lib') },
        },
      );
      ended = new Promise((resolve) => child?.once('exit', resolve));
      await waitUntil('PostgreSQL answers', () =>
        query('select 1').then(
          () => true,
          () => false,
        ),
      );
    },
  };
}

interface Replicated {
  primary: ReplicaServer;
  /** The first standby, and all of them. */
  standby: ReplicaServer;
  standbys: ReplicaServer[];
}

/** Starts a primary and standbys that stream from it. */
export async function startReplicated(count = 1): Promise<Replicated> {
  const secret = join(dirname(join(inject('migratedFolder'), 'postgres')), 'postgres.secret');
  const password = (await readFile(secret, 'utf8')).trim();
  const primary = await replicaServer(password, null);
  await primary.start();
  const standby = await replicaServer(password, primary.folder);
  const standbys = [standby];
  while (standbys.length < count) standbys.push(await replicaServer(password, primary.folder));
  for (const { start } of standbys) await start();
  await waitUntil('the standbys stream', async () => {
    const rows = await primary.query(`select from pg_stat_replication where state = 'streaming'`);
    return rows.length === count;
  });
  return { primary, standby, standbys };
}
