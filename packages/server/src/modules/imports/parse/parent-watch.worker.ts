import { workerData } from 'node:worker_threads';

const looksEveryMs = 200;

/**
 * Ends this process when the one that has started it, whose id is handed in, is gone. It has a thread of its own
 * since nothing is heard in one that is busy with a book.
 */
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, looksEveryMs);
