import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/db/embedded/testing/database-users.ts';

const samples = join(import.meta.dirname, '../../../../../deploy');

/** A program's path, or null. Also looks in the sbin folders, which may be missing from a user's PATH. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

const readSample = (name: string): Promise<string> => readFile(join(samples, name), 'utf8');

/** Replaces a part that the sample must contain. */
function replaceOnce(sample: string, part: string, by: string): string {
  if (!sample.includes(part)) throw new Error(`The sample no longer contains “${part}”.`);
  return sample.replace(part, by);
}

export function freePort(): Promise<number> {
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

async function waitUntilListening(name: string, child: ChildProcess, port: number): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name} has exited: ${output}`);
    await sleep(20);
  }
}

/** A certificate for the name in the samples and this machine, signed by itself. */
export async function makeCertificate(folder: string): Promise<{ file: string; key: string }> {
  const [file, key] = [join(folder, 'site.pem'), join(folder, 'site.key')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-addext', 'subjectAltName=DNS:stories.example,DNS:localhost'];
  const subject = ['-subj', '/CN=stories.example', ...names, '-days', '1', '-out', file, '-keyout', key];
  await promisify(execFile)('openssl', [...request, ...subject]);
  return { file, key };
}

/** Starts nginx with the sample configuration in front of a server; returns its URL. */
export async function startNginx(program: string, serverPort: string): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const withServer = replaceOnce(await readSample('nginx.conf'), '127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  const certificate = await makeCertificate(folder);
  const sample = [
    ['listen 80;\n    listen [::]:80;', `listen 127.0.0.1:${await freePort()};`],
    // Plain HTTP, because the tests' client does not know the certificate.
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['listen [::]:443 ssl http2;', `listen 127.0.0.1:${await freePort()} ssl http2;`],
    ['/etc/letsencrypt/live/stories.example/fullchain.pem', certificate.file],
    ['/etc/letsencrypt/live/stories.example/privkey.pem', certificate.key],
  ].reduce((text, [part = '', by = '']) => replaceOnce(text, part, by), withServer);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // gzip is on in Debian's default configuration, and many sites enable it for all types.
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
  await waitUntilListening('nginx', child, port);
  return `http://127.0.0.1:${port}`;
}

/** Starts Caddy with the sample configuration in front of a server; returns its URL. */
export async function startCaddy(program: string, serverPort: string): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const withServer = replaceOnce(await readSample('Caddyfile'), '127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  // Plain HTTP, because a test cannot get a certificate for this name.
  const sample = replaceOnce(
    withServer,
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
  await waitUntilListening('caddy', child, port);
  return `http://127.0.0.1:${port}`;
}

/** Starts HAProxy with the sample configuration in front of three servers; returns its URL. */
export async function startHaproxy(program: string, serverPorts: string[]): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const sample = await readSample('haproxy.cfg');
  const withServers = serverPorts.reduce(
    (text, server, index) => replaceOnce(text, `web${index + 1}:3000`, `127.0.0.1:${server}`),
    sample,
  );
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, replaceOnce(withServers, 'bind :80', `bind 127.0.0.1:${port}`));
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  await waitUntilListening('haproxy', child, port);
  return `http://127.0.0.1:${port}`;
}
