import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { HashingTask } from './passwords.ts';

// On Linux this lowers the priority of this thread only, so that serving requests goes first.
if (process.platform === 'linux') setPriority(0, 19);

parentPort?.on('message', (task: HashingTask) => {
  parentPort?.postMessage(argon2Sync('argon2id', task));
});
