import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/db/embedded/testing/database-users.ts';

const manual = join(import.meta.dirname, '../../../../../docs/operating.md');

/** A program's path; null where it is not installed. Services are not always on the path of a user. */
export function installed(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // It is not in this folder.
    }
  }
  return null;
}

/** The sample of docs/operating.md that begins with these words. */
async function sampleOf(beginning: string): Promise<string> {
  const text = await readFile(manual, 'utf8');
  const samples = [...text.matchAll(/(?:^ {4}.*\n|^\n(?= {4}))+/gm)].map(([block]) =>
    block.replace(/^ {4}/gm, ''),
  );
  const sample = samples.find((one) => one.trimStart().startsWith(beginning));
  if (sample === undefined) throw new Error(`docs/operating.md has no sample that begins with ${beginning}.`);
  return sample;
}

/** Replaces what a sample must have. */
function filledIn(sample: string, part: string, by: string): string {
  if (!sample.includes(part)) throw new Error(`The sample has lost “${part}”.`);
  return sample.replace(part, by);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });

async function untilItListens(name: string, child: ChildProcess, port: number): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${said}`);
    await sleep(20);
  }
}

/** Starts nginx with the sample in front of a server; gives its address. */
export async function startNginx(program: string, serverPort: string): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const atServer = filledIn(await sampleOf('map $http_upgrade'), '127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  const sample = filledIn(atServer, 'server {', `server {\n    listen 127.0.0.1:${port};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // gzip is on in Debian's own settings, and for all types at many sites.
  const settings = `daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 64; }
http {
  access_log off;
  gzip on;
  gzip_types *;
  gzip_proxied any;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${sample}}
`;
  await writeFile(join(folder, 'nginx.conf'), settings);
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  await untilItListens('nginx', child, port);
  return `http://127.0.0.1:${port}`;
}

/** Starts Caddy with the sample in front of a server; gives its address. */
export async function startCaddy(program: string, serverPort: string): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const atServer = filledIn(await sampleOf('stories.example {'), '127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  // A certificate for this name is not to be had here.
  const sample = filledIn(
    atServer,
    'stories.example {',
    `http://stories.example:${port} {\n    bind 127.0.0.1`,
  );
  const file = join(folder, 'Caddyfile');
  await mkdir(join(folder, 'home'));
  await writeFile(file, `{\n    admin off\n}\n${sample}`);
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { HOME: join(folder, 'home'), PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilItListens('caddy', child, port);
  return `http://127.0.0.1:${port}`;
}
