import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { isRoot, temporaryFolder, waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { findProgram } from './testing/proxies.ts';
import { unpackRelease } from './testing/release.ts';

const run = promisify(execFile);
/** Making a base downloads a small Debian, once; and each step of a build copies the image. */
const timeout = 1_200_000;
const maxImageBytes = 350e6;
const base = join(import.meta.dirname, '../../../../node_modules/.cache/inkling-debian.tar');

/** Puts a Debian as small as the usual base image into a tar file, unless one is left from an earlier run. */
async function makeBase(): Promise<void> {
  if (existsSync(base)) return;
  const folder = await temporaryFolder();
  const made = join(folder, 'root');
  await run('debootstrap', ['--variant=minbase', 'bookworm', made], { maxBuffer: 1e8 });
  await run('tar', ['--create', '--file', `${folder}/base.tar`, '--directory', made, '.']);
  await copyFile(`${folder}/base.tar`, `${base}.part`);
  await rename(`${base}.part`, base);
}

/** The server that listens on a port, and its effective user. */
async function findServer(port: string): Promise<{ pid: number; uid: string | undefined } | null> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const of = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    if (!/^[^\0]*\/node\0.*\0start\0$/.test(await of('cmdline'))) continue;
    if (!(await of('environ')).split('\0').includes(`PORT=${port}`)) continue;
    return { pid: Number(pid), uid: /^Uid:\t\d+\t(\d+)/m.exec(await of('status'))?.[1] };
  }
  return null;
}

test('the image of a release is small, runs without root, writes to its volume alone and stops on SIGTERM', {
  timeout,
}, async ({ skip }) => {
  if (process.platform !== 'linux' || !isRoot) return skip('images are built as root on Linux');
  for (const program of ['buildah', 'debootstrap'])
    if (findProgram(program) === null) return skip(`${program} is not installed`);
  const made = await makeBase().catch((error: Error) => error.message);
  if (typeof made === 'string') return skip(`no base image can be made here: ${made}`);

  const storage = await temporaryFolder();
  const global = ['--root', `${storage}/images`, '--runroot', `${storage}/run`, '--storage-driver', 'vfs'];
  const buildah = async (...args: string[]) =>
    (await run('buildah', [...global, ...args], { maxBuffer: 1e8 })).stdout.trim();
  onTestFinished(async () => void (await buildah('rm', '--all')));
  await copyFile(base, `${storage}/base.tar`);
  await writeFile(`${storage}/Dockerfile`, 'FROM scratch\nADD base.tar /\n');
  await buildah('build', '--isolation', 'chroot', '--tag', 'debian', storage);
  const program = await unpackRelease();
  // Never part of an image.
  await writeFile(join(program, '.env'), 'SMTP_URL=smtp://secret@mail.example\n');
  const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/debian'];
  await buildah('build', ...options, '--tag', 'inkling', program);

  const image = JSON.parse(await buildah('inspect', '--type', 'image', 'inkling')).Docker;
  const { User, Volumes, StopSignal, Healthcheck } = image.config;
  expect([User, Volumes, StopSignal]).toEqual(['1000:1000', { '/data': {} }, 'SIGTERM']);
  const [{ size }] = JSON.parse(await buildah('images', '--json', 'inkling'));
  expect(Number.parseFloat(size) * 1e6, `the image has ${size}`).toBeLessThan(maxImageBytes);
  expect(size).toMatch(/^\d+ MB$/);

  const data = join(storage, 'data');
  await mkdir(data);
  await chown(data, 1000, 1000);
  const container = await buildah('from', 'inkling');
  const port = String(20_000 + (process.pid % 10_000));
  const settings = ['--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', '--volume', `${data}:/data`];
  const isolated = ['run', '--isolation', 'chroot', ...settings, container];
  const server = spawn('buildah', [...global, ...isolated, 'inkling', 'start'], { stdio: 'ignore' });
  const isServing = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => server.exitCode !== null,
    );
  await waitUntil('the container serves', isServing);
  expect(server.exitCode).toBe(null);
  const [, ...check] = Healthcheck.Test as string[];
  await buildah(...isolated, ...check);
  const writable = ['find', '/opt', '/usr', '/etc', '-writable', '-not', '-type', 'l'];
  expect(await buildah(...isolated, ...writable)).toBe('');
  expect(await buildah(...isolated, 'sh', '-c', 'ls -A /opt/inkling')).not.toContain('.env');
  // The database runs where it is, without a copy of its programs.
  expect((await readdir(data)).filter((name) => name.startsWith('postgres-binaries'))).toEqual([]);

  const running = await findServer(port);
  expect(running?.uid).toBe('1000');
  if (running !== null) process.kill(running.pid, 'SIGTERM');
  await waitUntil('the container has ended', () => server.exitCode !== null);
  expect(server.exitCode).toBe(0);
});
