import { workerData } from 'node:worker_threads';

const pollIntervalMs = 200;

/**
 * Kills this process when its parent, whose id is the worker data, is gone. Runs in its own thread, since the main
 * thread's event loop is blocked while it parses a book.
 */
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, pollIntervalMs);
