import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Beginning, in µs. */
  ts: number;
  /** CPU time of the thread, in µs. */
  tdur?: number;
  dur?: number;
  args: { name?: string };
}

/** A task of a page's main thread. */
export interface Task {
  /** CPU time, in ms. Wall-clock time says little on a machine that others use. */
  cpu: number;
  /** Its steps of more than 10 ms, such as `Layout 40`, the longest first. */
  steps: string[];
}

/** Tasks that take less than this are left out, in ms. */
const shortTask = 1;
const shortStep = 10;

/** The CPU time of each task of the page's main thread while something is done, in their order. */
export async function tasksOf(browser: Browser, page: Page, run: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata', 'devtools.timeline'] });
  await run();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const onMain = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && isMain.has(`${pid}/${tid}`));
  const isTask = ({ name }: TraceEvent) => name.endsWith('RunTask');
  return onMain
    .filter((event) => isTask(event) && (event.tdur ?? 0) >= shortTask * 1000)
    .sort((a, b) => a.ts - b.ts)
    .map((task) => {
      const steps = new Map<string, number>();
      for (const { name, ts, tdur = 0, pid, tid } of onMain.filter((event) => !isTask(event))) {
        const isInside =
          pid === task.pid && tid === task.tid && ts >= task.ts && ts < task.ts + (task.dur ?? 0);
        if (isInside && tdur >= shortStep * 1000) steps.set(name, (steps.get(name) ?? 0) + tdur / 1000);
      }
      return {
        cpu: (task.tdur ?? 0) / 1000,
        steps: [...steps].sort(([, a], [, b]) => b - a).map(([name, ms]) => `${name} ${Math.round(ms)}`),
      };
    });
}

/** The tasks in a line: number, sum, percentiles and the longest, in ms. */
export function summary(tasks: readonly Task[]): string {
  const sorted = tasks.map(({ cpu }) => cpu).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const sum = sorted.reduce((total, one) => total + one, 0);
  return `${tasks.length} tasks of ${Math.round(sum)} ms together, p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms`;
}
