import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import type { HashingTask } from './hashing-threads.ts';

// On Linux this lowers the priority of this thread only, so that serving requests goes first.
if (process.platform === 'linux') setPriority(0, 10);

export default (task: HashingTask) => argon2Sync('argon2id', task);
