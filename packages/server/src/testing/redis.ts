import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';

/** Whether this machine has the program `redis-server`, which is not part of the project. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A port that nothing listens on at the moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Starts a Redis without files; the caller stops it. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    redis.once('exit', () => reject(new Error('redis-server has exited.')));
    redis.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  return redis;
}

/** Stops a Redis and waits for its end. */
export async function stopRedis(redis: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => redis.once('exit', resolve));
  redis.kill('SIGKILL');
  await ended;
}
