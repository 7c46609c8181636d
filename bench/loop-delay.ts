import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The longest time that the event loop was blocked, in ms: wall clock, and CPU time of its thread. */
export interface LoopDelay {
  blocked: number;
  /** Unlike the wall clock, this excludes time that other programs used. */
  processor: number;
}

const resolution = 5;

// Loaded into the server with --import: LOOP_DELAY_PORT returns the measurement since the previous request.
function serveLoopDelay(port: number): void {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let [before, processor] = [process.threadCpuUsage(), 0];
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    processor = Math.max(processor, (user + system) / 1000);
  }, resolution).unref();
  createServer((_request, response) => {
    // A histogram without samples has no maximum.
    const blocked = delays.count === 0 ? 0 : Math.max(0, delays.max / 1e6 - resolution);
    const measured: LoopDelay = { blocked, processor };
    delays.reset();
    processor = 0;
    response.end(JSON.stringify(measured));
  })
    .listen(port, '127.0.0.1')
    .unref();
}

if (isMainThread && process.env.LOOP_DELAY_PORT) serveLoopDelay(Number(process.env.LOOP_DELAY_PORT));
