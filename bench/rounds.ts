import { setTimeout as sleep } from 'node:timers/promises';
import { aimOf, type TargetName } from './aims.ts';
import { type CpuSeconds, cpuSeconds } from './cpu.ts';
import { type Load, load, manyConnections } from './load.ts';
import { plain } from './requests.ts';
import type { Running } from './servers.ts';
import type { Targets } from './targets.ts';

/** A server and the requests to its data. */
export interface Contestant {
  running: Running;
  targets: Targets;
}

/** p50 and p99 in ms of one target on one server. */
export interface Latency {
  target: TargetName;
  server: string;
  p50: number;
  p99: number;
}

/** One target on one server: medians over the rounds. */
export interface Measurement extends Latency {
  isPlain: boolean;
  requestsPerSecond: number;
  /** CPU time per request, in µs. */
  serverCpu: number;
  databaseCpu: number;
}

export interface Measured {
  measurements: Measurement[];
  /** On one connection. */
  single: Latency[];
  /** Across a full minute. */
  minute: Latency[];
}

interface Plan {
  names: TargetName[];
  contestants: Contestant[];
  rounds: number;
  seconds: number;
  /** Whether to wait for full minutes that are still needed after the rounds. */
  waits: boolean;
  log: (line: string) => void;
}

interface Round extends Load {
  cpu: CpuSeconds;
}

/** A window across a full minute begins at most this long before it, and ends this long after it. */
const [beforeMinute, afterMinute] = [5, 3];
const secondsToMinute = (): number => 60 - (Date.now() % 60_000) / 1000;

async function measureRound(
  { running }: Contestant,
  target: TargetName,
  requests: Targets[TargetName],
  seconds: number,
) {
  const { connections = manyConnections } = aimOf(target);
  await load(running.origin, requests, 1, connections);
  const before = await cpuSeconds(running.measured);
  const measured = await load(running.origin, requests, seconds, connections);
  const after = await cpuSeconds(running.measured);
  const cpu = { server: after.server - before.server, database: after.database - before.database };
  return { ...measured, cpu };
}

async function measureLatency(
  { running, targets }: Contestant,
  target: TargetName,
  seconds: number,
  connections: number,
): Promise<Latency> {
  const { p50, p99 } = await load(running.origin, targets[target], seconds, connections);
  return { target, server: running.name, p50, p99 };
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper = 0, lower = upper] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
};

function medians(rounds: Round[]) {
  const of = (value: (round: Round) => number): number => median(rounds.map(value));
  return {
    requestsPerSecond: of((round) => round.count / round.seconds),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    serverCpu: of((round) => (round.cpu.server * 1e6) / round.count),
    databaseCpu: of((round) => (round.cpu.database * 1e6) / round.count),
  };
}

/**
 * Measures the targets on all servers, alternately. Whenever a full minute is near, one target of the last server is
 * measured across it, without a warm-up: work that is due each minute or has become due since the last round is in it.
 */
export async function measureAll({
  names,
  contestants,
  rounds,
  seconds,
  waits,
  log,
}: Plan): Promise<Measured> {
  const last = contestants.at(-1);
  const minute: Latency[] = [];
  const remaining = names.filter((name) => aimOf(name).isCore);
  const crossMinute = async (): Promise<void> => {
    const target = remaining.shift();
    if (target === undefined || last === undefined) return;
    minute.push(await measureLatency(last, target, secondsToMinute() + afterMinute, manyConnections));
  };

  // A saved progress is answered too briefly to be compressed.
  const runs = [false, true].flatMap((isPlain) =>
    names
      .filter((target) => !isPlain || (aimOf(target).isCore && target !== 'save-progress'))
      .flatMap((target) => contestants.map((contestant) => ({ target, isPlain, contestant }))),
  );
  const results = runs.map((): Round[] => []);
  for (let round = 1; round <= rounds; round += 1) {
    log(`Round ${round} of ${rounds} …`);
    for (const [index, { target, isPlain, contestant }] of runs.entries()) {
      if (secondsToMinute() <= beforeMinute) await crossMinute();
      const requests = contestant.targets[target];
      results[index]?.push(
        await measureRound(contestant, target, isPlain ? requests.map(plain) : requests, seconds),
      );
    }
  }
  log('Measuring with one connection …');
  const single: Latency[] = [];
  for (const target of names) {
    for (const contestant of contestants) single.push(await measureLatency(contestant, target, seconds, 1));
  }
  while (waits && remaining.length > 0) {
    log(`Waiting for a full minute (${remaining.length}) …`);
    await sleep(1000 * Math.max(0, secondsToMinute() - beforeMinute));
    await crossMinute();
  }
  const measurements = runs.map(({ target, isPlain, contestant }, index) => ({
    target,
    isPlain,
    server: contestant.running.name,
    ...medians(results[index] ?? []),
  }));
  return { measurements, single, minute };
}
