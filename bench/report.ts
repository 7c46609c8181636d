import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { ScriptSize } from '../packages/web/script-sizes.ts';
import { aimOf } from './aims.ts';
import type { Latency, Measured, Measurement } from './rounds.ts';
import { maxWaitRatio, type SignInFlood } from './sign-ins.ts';

const docs = join(import.meta.dirname, '../docs');
const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];

export interface Report extends Measured {
  date: string;
  machine: string;
  rounds: number;
  seconds: number;
  pinned: boolean;
  memory: { server: string; megabytes: number; database: number }[];
  /** Null if it was not measured. */
  signIns: SignInFlood | null;
  scripts: ScriptSize[];
}

export const machine = (): string => {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${cores.length} cores ${cores[0]?.model.trim() ?? ''}, ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
};

const nameOf = ({ target, isPlain }: Measurement): string => target + (isPlain ? ', plain' : '');
const total = (one: Measurement): number => one.serverCpu + one.databaseCpu;
const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const head = (cells: string[]): string[] => [
  row(cells),
  row(cells.map((_, index) => (index < 2 ? '---' : '---:'))),
];

function ratioTo(bare: Measurement | undefined, one: Measurement): string {
  if (bare === undefined || one === bare) return '';
  const ratio = total(one) / total(bare);
  const maxRatio = aimOf(one.target).cpu;
  return `${ratio.toFixed(1)} × ${ratio <= maxRatio ? '≤' : '**>**'} ${maxRatio}`;
}

function measurementTable(measurements: Measurement[]): string[] {
  return [
    ...head([
      'Target',
      'Server',
      'Requests/s',
      'p50 ms',
      'p99 ms',
      'CPU µs/request',
      'database share',
      'relative to bare server',
    ]),
    ...measurements.map((one) => {
      const bare = measurements.find(
        (other) => nameOf(other) === nameOf(one) && other.server === 'bare Fastify',
      );
      return row([
        nameOf(one),
        one.server,
        Math.round(one.requestsPerSecond),
        one.p50.toFixed(1),
        one.p99.toFixed(1),
        Math.round(total(one)),
        Math.round(one.databaseCpu),
        ratioTo(bare, one),
      ]);
    }),
  ];
}

function growthTable(measurements: Measurement[]): string[] {
  const [small, large] = ['1,000 stories', '100,000 stories'];
  const pairs = measurements
    .filter(({ server }) => server === large)
    .flatMap((grown) => {
      const before = measurements.find((one) => nameOf(one) === nameOf(grown) && one.server === small);
      return before === undefined ? [] : [{ before, grown }];
    });
  if (pairs.length === 0) return [];
  return [
    '',
    ...head(['Growth from 1,000 to 100,000 stories', 'p99', 'CPU']),
    ...pairs.map(({ before, grown }) => {
      const p99 = grown.p99 / before.p99;
      const { p99Growth } = aimOf(grown.target);
      return row([
        nameOf(grown),
        `${p99.toFixed(2)} × ${p99 <= p99Growth ? '≤' : '**>**'} ${p99Growth}`,
        `${(total(grown) / total(before)).toFixed(2)} ×`,
      ]);
    }),
  ];
}

/** A row per target, a column per server. */
function latencyTable(title: string, latencies: Latency[]): string[] {
  if (latencies.length === 0) return [];
  const servers = [...new Set(latencies.map(({ server }) => server))];
  const targets = [...new Set(latencies.map(({ target }) => target))];
  const cell = (target: string, server: string): string => {
    const one = latencies.find((other) => other.target === target && other.server === server);
    return one === undefined ? '' : `${one.p50.toFixed(1)}, ${one.p99.toFixed(1)}`;
  };
  return [
    '',
    row([title, ...servers]),
    row(['---', ...servers.map(() => '---:')]),
    ...targets.map((target) => row([target, ...servers.map((server) => cell(target, server))])),
  ];
}

function signInTable(flood: SignInFlood | null): string[] {
  if (flood === null) return [];
  const { concurrency, seconds, signedIn, rejected, waits } = flood;
  return [
    '',
    `While ${concurrency} people sign in repeatedly at the same time for ${seconds} s: ${signedIn} sign-ins succeeded, ${rejected.toLocaleString('en')} were asked to retry later.`,
    '',
    ...head(['Wait of other requests, p95', 'Before, ms', 'During, ms', '']),
    ...waits.map(({ name, before, during }) => {
      const ratio = during / before;
      const verdict = `${ratio.toFixed(1)} × ${ratio <= maxWaitRatio ? '≤' : '**>**'} ${maxWaitRatio}`;
      return row([name, before.toFixed(1), during.toFixed(1), verdict]);
    }),
  ];
}

/** The report as Markdown, the same on the terminal and in docs/performance.md. */
export function reportText(report: Report): string {
  const pinned = report.pinned ? 'servers and databases on core 0, client on core 1' : 'not pinned to cores';
  return [
    `Measured on ${report.date}: ${report.machine}; ${report.rounds} rounds of ${report.seconds} s, 50 connections, ${pinned}.`,
    '',
    ...measurementTable(report.measurements),
    ...growthTable(report.measurements),
    ...latencyTable('One connection: p50, p99 ms', report.single),
    ...latencyTable('50 connections across a full minute: p50, p99 ms', report.minute),
    '',
    ...head(['Memory after the run', 'Server MB', 'Database MB']),
    ...report.memory.map((one) =>
      row([
        one.server,
        `${Math.round(one.megabytes)} ${one.megabytes < 250 ? '<' : '**>**'} 250`,
        Math.round(one.database),
      ]),
    ),
    ...signInTable(report.signIns),
    '',
    ...head(['Scripts of the first load', 'KB after gzip', 'Files']),
    ...report.scripts.map((one) =>
      row([one.name, `${one.size.toFixed(0)} ${one.size <= one.max ? '≤' : '**>**'} ${one.max}`, one.files]),
    ),
  ].join('\n');
}

/** Writes the report between the marks in docs/performance.md, and its data to docs/performance.json. */
export function saveReport(report: Report): void {
  const file = join(docs, 'performance.md');
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} no longer has the marks ${begin} and ${end}.`);
  const updated = `${text.slice(0, from + begin.length)}\n\n${reportText(report)}\n\n${text.slice(to)}`;
  writeFileSync(file, updated);
  writeFileSync(join(docs, 'performance.json'), `${JSON.stringify(report, null, 2)}\n`);
}
