import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import {
  copyFolder,
  createDatabaseFolder,
  removeAbandonedFolders,
} from '../../packages/server/src/testing/database-parent.ts';

/** Names a data folder with the demo library that new sites are copied from, when there is one. */
const demoFolder = 'INKLING_TEST_DEMO_FOLDER';
const program = join(import.meta.dirname, '../../packages/server/bin/inkling.mjs');
const preloaded = ['moving-clock.ts', 'cheap-passwords.ts'].flatMap((file) => [
  '--import',
  join(import.meta.dirname, file),
]);

export interface Credentials {
  email: string;
  password: string;
}

/** A running server with its own data folder. */
export interface Site {
  url: string;
  dataDir: string;
  /** The demo author's credentials. */
  demo: Credentials;
  /** Kills the server without a shutdown. */
  kill(): Promise<void>;
  /** Restarts it on the same port and data folder, optionally with changed settings or another program. */
  restart(changed?: Record<string, string>, otherProgram?: string): Promise<void>;
  /** Advances the server's time, until it is restarted. */
  advance(milliseconds: number): Promise<void>;
  /** Stops the server and keeps its folder. */
  shutDown(): Promise<void>;
  stop(): Promise<void>;
}

/** Tests write fast and from new accounts; those of limits turn them on. */
const limitsOff = { RATE_LIMIT: 'off', NEW_ACCOUNT_HOURS: '0', REPEATED_TEXTS: '0' };
const readyTimeoutMs = 100_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

async function ready(url: string, server: ChildProcess, output: string[]): Promise<void> {
  // Shorter than the fixture timeout, so that a failure shows the server's output.
  for (const startedAt = performance.now(); performance.now() - startedAt < readyTimeoutMs; ) {
    if (server.exitCode !== null) throw new Error(`The server exited:\n${output.join('')}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server was not ready after ${readyTimeoutMs} ms:\n${output.join('')}`);
}

/** Fills the demo library once: every site of this run starts with a copy of it. Returns its cleanup. */
export async function makeDemoFolder(): Promise<() => Promise<void>> {
  await removeAbandonedFolders();
  const site = await startSite();
  await site.shutDown();
  process.env[demoFolder] = site.dataDir;
  return site.stop;
}

/** Starts a server like `npm start`, with the demo library, on a free port. */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const dataDir = await createDatabaseFolder();
  const original = process.env[demoFolder];
  if (original !== undefined) await copyFolder(`${original}/.`, dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let server: ChildProcess | undefined;

  const start = async (changed: Record<string, string> = {}, started = program) => {
    const output: string[] = [];
    const env = { ...process.env, NODE_ENV: '', DATABASE_URL: '', PORT: String(port), DATA_DIR: dataDir };
    const child = spawn(process.execPath, [...preloaded, started, 'start'], {
      env: { ...env, LOG_LEVEL: 'warn', BACKUPS: 'off', ...limitsOff, ...settings, ...changed },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stdout?.on('data', (chunk) => output.push(String(chunk)));
    child.stderr?.on('data', (chunk) => output.push(String(chunk)));
    server = child;
    await ready(url, child, output);
  };
  const end = async (signal: NodeJS.Signals) => {
    const child = server;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  };

  await start().catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  const [email = '', password = ''] = (await readFile(join(dataDir, 'demo-login.txt'), 'utf8')).split('\n');
  return {
    url,
    dataDir,
    demo: { email, password },
    kill: () => end('SIGKILL'),
    restart: start,
    advance: (milliseconds) =>
      new Promise((resolve) => {
        server?.once('message', () => resolve());
        server?.send(milliseconds);
      }),
    shutDown: () => end('SIGTERM'),
    async stop() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
