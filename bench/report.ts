import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import {
  aimOf,
  maxBackupMemory,
  maxBackupWait,
  maxChapterWait,
  maxIdleStatements,
  maxMemory,
  targetNames,
} from './aims.ts';
import type { ByProcess } from './cpu.ts';
import type { chapterWhileSearching } from './moments.ts';
import type { Measurement } from './rounds.ts';

const file = join(import.meta.dirname, '../docs/performance.md');

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
  idleStatements: number;
  searching: Awaited<ReturnType<typeof chapterWhileSearching>>;
}

export const loadNow = (): number => loadavg()[0] ?? 0;
const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: (string | number)[][]): string[] => [
  '',
  row(head),
  row(head.map((_, index) => (index === 0 ? '---' : '---:'))),
  ...rows.map(row),
];
const total = ({ serverCpu, databaseCpu }: Measurement): number => serverCpu + databaseCpu;
const precise = (value: number): string => value.toPrecision(value < 1 ? 2 : 3);
const against = (value: number, aim: number, text: string): string =>
  `${text} ${value <= aim ? '≤' : '**>**'} ${aim}`;

/** One row for each target: what it costs on the largest site, beside the other server and the aims. */
function costs({ measurements, sites }: Report): string[] {
  const of = (target: string, server: string | undefined) =>
    measurements.find((one) => one.target === target && one.server === server);
  const rows = targetNames.flatMap((target) => {
    const ours = of(target, sites.at(-1));
    if (ours === undefined) return [];
    const { kind, cpu, ratio, growth } = aimOf(target);
    const other = of(target, kind === 'hot' ? 'bare' : 'plain');
    const small = sites.length > 1 ? of(target, sites[0]) : undefined;
    const cost = precise(total(ours));
    const times = other && total(ours) / total(other);
    return [
      [
        target,
        cpu === undefined ? cost : against(total(ours), cpu, cost),
        precise(ours.databaseCpu),
        other === undefined ? '' : precise(total(other)),
        times === undefined ? '' : against(times, ratio, times.toFixed(2)),
        ours.p50.toFixed(1),
        ours.p99.toFixed(1),
        small === undefined ? '' : against(ours.p99 / small.p99, growth, (ours.p99 / small.p99).toFixed(2)),
      ],
    ];
  });
  const head = 'CPU ms a request|Inkling|of that, database|bare or plain|times|p50 ms|p99 ms|p99 growth';
  return table(head.split('|'), rows);
}

const machine = (): string =>
  `${cpus().length} cores ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`;

/** The report as Markdown, the same on the terminal and in docs/performance.md. */
export function reportText(report: Report): string {
  const { rounds, seconds, pinned, sites, memories, idleStatements, searching } = report;
  const cores = pinned ? 'servers and databases on core 0, client on core 1' : 'not pinned to cores';
  const { alone, during, searching: searches } = searching;
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${sites.join(' and ')}: ${machine()}; ${rounds} rounds of ${seconds} s, ${cores}. Load of the machine when it began: ${report.load.toFixed(1)}.`,
    ...costs(report),
    ...table(
      ['Memory after all targets, MB', 'server', 'database'],
      memories.map(({ name, server, database }) => {
        const megabytes = server.toFixed(0);
        const isOurs = sites.includes(name);
        return [name, isOurs ? against(server, maxMemory, megabytes) : megabytes, database.toFixed(0)];
      }),
    ),
    '',
    `- An idle server runs ${against(idleStatements, maxIdleStatements, idleStatements.toFixed(1))} statements a second.`,
    `- A chapter's p99 is ${alone.p99.toFixed(1)} ms for five readers, and ${against(during.p99, maxChapterWait, during.p99.toFixed(1))} ms while 50 people search (p50 ${during.p50.toFixed(1)} ms, ${searches.count} searches in ${searches.seconds.toFixed(0)} s, ${searches.refused} refused).`,
  ].join('\n');
}

interface Run {
  seconds: number;
  /** Megabytes. */
  memory: number;
}

export interface BackupReport {
  /** Of the machine, when the run began. */
  load: number;
  /** Rows as text and images. */
  megabytes: number;
  backup: Run;
  restore: Run;
  /** With requests meanwhile, and checked afterwards. */
  daily: Run;
  /** p99 in ms. */
  alone: { before: number; after: number };
  during: number;
  /** Requests a second. */
  rate: number;
}

/** What backups cost, as Markdown. */
export function backupText({ megabytes, alone, during, rate, ...report }: BackupReport): string {
  const { load, backup, restore, daily } = report;
  const runs: [string, Run][] = [
    ['`inkling backup FILE`', backup],
    ['`inkling backup daily`, checked, with requests meanwhile', daily],
    ['`inkling restore FILE`, into an empty site', restore],
  ];
  const wait = during / Math.max(alone.before, alone.after);
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${megabytes.toFixed(0)} MB of rows and images: ${machine()}. Load of the machine when it began: ${load.toFixed(1)}.`,
    ...table(
      ['', 's', 'MB/s', 'memory, MB'],
      runs.map(([name, { seconds, memory }]) => [
        name,
        seconds.toFixed(0),
        (megabytes / seconds).toFixed(1),
        against(memory, maxBackupMemory, memory.toFixed(0)),
      ]),
    ),
    '',
    `- ${rate} requests of the hot set a second have a p99 of ${alone.before.toFixed(1)} ms before and ${alone.after.toFixed(1)} ms after the daily backup, and of ${during.toFixed(1)} ms during it: ${against(wait, maxBackupWait, wait.toFixed(2))} times the higher one.`,
  ].join('\n');
}

/** Writes a report between its marks in docs/performance.md. */
export function saveReport(text: string, part: 'measured' | 'backup' = 'measured'): void {
  const [begin, end] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`];
  const before = readFileSync(file, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} no longer has the marks ${begin} and ${end}.`);
  writeFileSync(file, `${before.slice(0, from + begin.length)}\n\n${text}\n\n${before.slice(to)}`);
}
