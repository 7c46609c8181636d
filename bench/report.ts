import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Crowd, Measurement } from './bench.ts';
import type { ByProcess } from './servers.ts';
import { aimOf, targetNames } from './targets.ts';

export interface Report {
  rounds: number;
  seconds: number;
  pinned: boolean;
  /** Of the machine, when the run began. */
  load: number;
  /** The names of Inkling's servers, the smallest site first. */
  sites: string[];
  measurements: Measurement[];
  /** Megabytes. */
  memories: (ByProcess & { name: string })[];
  maxMemory: number;
  idleStatements: number;
  searching: Crowd;
  opening: Crowd;
}

const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: string, rows: (string | number)[][]): string[] => {
  const columns = head.split('|');
  return ['', row(columns), row(columns.map((_, n) => (n === 0 ? '---' : '---:'))), ...rows.map(row), ''];
};
const total = ({ serverCpu, databaseCpu }: Measurement): number => serverCpu + databaseCpu;
const precise = (value: number): string => value.toPrecision(value < 1 ? 2 : 3);
const against = (value: number, aim: number, text: string): string =>
  `${text} ${value <= aim ? '≤' : '**>**'} ${aim}`;

/** One row for each target: what it costs on the largest site, beside the other server and the aims. */
function costs({ measurements, sites }: Report): string[] {
  const of = (target: string, server: string | undefined) =>
    measurements.find((one) => one.target === target && one.server === server);
  const rows = targetNames.flatMap((target) => {
    const { kind, cpu = Number.POSITIVE_INFINITY, ratio = 0, growth } = aimOf(target);
    const [ours, other] = [of(target, sites.at(-1)), of(target, kind === 'hot' ? 'bare' : 'plain')];
    if (ours === undefined) return [];
    const small = sites.length > 1 ? of(target, sites[0]) : undefined;
    const cost = precise(total(ours));
    const times = other && total(ours) / total(other);
    return [
      [
        target,
        kind === 'hot' ? cost : against(total(ours), cpu, cost),
        precise(ours.databaseCpu),
        other === undefined ? '' : precise(total(other)),
        times === undefined ? '' : against(times, ratio, times.toFixed(2)),
        ours.p50.toFixed(1),
        ours.p99.toFixed(1),
        small === undefined ? '' : against(ours.p99 / small.p99, growth, (ours.p99 / small.p99).toFixed(2)),
      ],
    ];
  });
  return table(
    'CPU ms a request|Inkling|of that, database|bare or plain|times|p50 ms|p99 ms|p99 growth',
    rows,
  );
}

/** The report as Markdown, the same on the terminal and in docs/performance.md. */
export function reportText(report: Report): string {
  const { rounds, seconds, sites, memories, maxMemory, idleStatements, searching, opening } = report;
  const machine = `${cpus().length} cores ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`;
  const cores = report.pinned ? 'servers and databases on core 0, client on core 1' : 'not pinned to cores';
  const times = opening.during.p95 / opening.alone.p95;
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${sites.join(' and ')}: ${machine}; ${rounds} rounds of ${seconds} s, ${cores}. Load of the machine when it began: ${report.load.toFixed(1)}.`,
    ...costs(report),
    ...table(
      'Memory after all targets, MB|server|database',
      memories.map(({ name, server, database }) => {
        const megabytes = server.toFixed(0);
        return [
          name,
          sites.includes(name) ? against(server, maxMemory, megabytes) : megabytes,
          database.toFixed(0),
        ];
      }),
    ),
    `- An idle server runs ${against(idleStatements, 3, idleStatements.toFixed(1))} statements a second.`,
    `- A chapter's p99 is ${searching.alone.p99.toFixed(1)} ms for five readers, and ${against(searching.during.p99, 100, searching.during.p99.toFixed(1))} ms while 50 people search (${searching.others.count} searches in ${searching.others.seconds.toFixed(0)} s, ${searching.others.refused} refused).`,
    `- A list's p95 is ${opening.alone.p95.toFixed(1)} ms, and ${against(times, 3, times.toFixed(2))} times that while 40 visitors open pages that nobody has opened before (${opening.others.count} pages in ${opening.others.seconds.toFixed(0)} s, ${opening.others.refused} refused).`,
  ].join('\n');
}

/** Writes a report between its marks in docs/performance.md. */
export function saveReport(text: string): void {
  const file = join(import.meta.dirname, '../docs/performance.md');
  const marks = /(<!-- measured: begin -->\n).*(\n<!-- measured: end -->)/s;
  const before = readFileSync(file, 'utf8');
  if (!marks.test(before)) throw new Error(`${file} no longer has the marks of the results.`);
  writeFileSync(
    file,
    before.replace(marks, (_all, begin, end) => `${begin}\n${text}\n${end}`),
  );
}
