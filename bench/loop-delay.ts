import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The longest that the event loop was held, in milliseconds: by the clock, and in processor time of its thread. */
export interface LoopDelay {
  held: number;
  /** Unlike the clock, this does not count what other programs of the machine took meanwhile. */
  processor: number;
}

const resolution = 5;

// Loaded into the server before it starts (--import): says at LOOP_DELAY_PORT what was measured since it was last asked.
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
    // A histogram without samples has no largest value.
    const held = delays.count === 0 ? 0 : Math.max(0, delays.max / 1e6 - resolution);
    const measured: LoopDelay = { held, processor };
    delays.reset();
    processor = 0;
    response.end(JSON.stringify(measured));
  })
    .listen(port, '127.0.0.1')
    .unref();
}

if (isMainThread && process.env.LOOP_DELAY_PORT) serveLoopDelay(Number(process.env.LOOP_DELAY_PORT));
