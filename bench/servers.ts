import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { leanNode } from '../packages/server/bin/lean-node.mjs';
import { type Measured, readPostmasterPid } from './cpu.ts';

const root = join(import.meta.dirname, '..');
const canPin = spawnSync('taskset', ['--version']).status === 0;

/** A server under measurement. */
export interface Running {
  name: string;
  origin: string;
  measured: Measured;
  stop(): Promise<void>;
}

/** Servers and databases share core 0; the client has core 1 to itself. */
export function pinClient(): boolean {
  return canPin && spawnSync('taskset', ['-cp', '1', String(process.pid)]).status === 0;
}

function startOnCore0(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const command = [...(canPin ? ['taskset', '-c', '0'] : []), process.execPath, ...args];
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill());
  return child;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** The first start after an upgrade migrates 100,000 stories, which takes minutes. */
const readyWithinMs = 600_000;

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const until = Date.now() + readyWithinMs;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server for ${url} exited at once.`);
    const found = await fetch(url).catch(() => null);
    await found?.arrayBuffer();
    if (found !== null) return;
    await sleep(100);
  }
  await stopProcess(child);
  throw new Error(`No server responds at ${url}.`);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export async function startInkling(
  name: string,
  dataDir: string,
  nodeArgs: string[] = [],
  settings: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort();
  // As `npm start` does.
  const args = [...leanNode.args, ...nodeArgs, 'packages/server/bin/inkling.mjs', 'start'];
  const child = startOnCore0(args, {
    ...process.env,
    ...leanNode.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT: 'off',
    DEMO: 'off',
    BACKUPS: 'off',
    ...settings,
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReady(child, `${origin}/readyz`);
  const measured = { server: child.pid ?? 0, postmaster: await readPostmasterPid(dataDir) };
  return { name, origin, measured, stop: () => stopProcess(child) };
}

/** A server for comparison: `bare-server.ts` or `plain-server.ts`, which uses the database of the data folder. */
export async function startOther(
  name: 'bare' | 'plain',
  source: string,
  postmaster: number | null,
): Promise<Running> {
  const port = await freePort();
  const child = startOnCore0([`bench/${name}-server.ts`, source, String(port)], process.env);
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReady(child, origin);
  return { name, origin, measured: { server: child.pid ?? 0, postmaster }, stop: () => stopProcess(child) };
}
