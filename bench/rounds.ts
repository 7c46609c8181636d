import { setTimeout as sleep } from 'node:timers/promises';
import { aimOf, type TargetName } from './aims.ts';
import { type ByProcess, cpuSeconds, type Measured } from './cpu.ts';
import { type Load, load } from './load.ts';
import { send } from './requests.ts';
import type { Running } from './servers.ts';
import type { Targets } from './targets.ts';

/** A server and the requests to its data. */
export interface Contestant {
  running: Running;
  targets: Targets;
  /** The names of targets that it is measured with. */
  measures(name: TargetName): boolean;
}

/** One target on one server: medians over the rounds. CPU time in ms for each request. */
export interface Measurement {
  target: TargetName;
  server: string;
  p50: number;
  p99: number;
  serverCpu: number;
  databaseCpu: number;
}

/** Many for the hot set; a server runs few of the others at once, and they would wait for each other. */
export const connectionsOf = (name: TargetName): number => (aimOf(name).kind === 'hot' ? 50 : 8);

/** Seconds: a server is quiet that uses so little in so much; it is waited for that often at most. */
const [quietCpu, quietWithin, maxSettles] = [0.03, 0.2, 25];

/** Waits until a server has done what it left for later, which thus counts as its own. */
export async function settle(measured: Measured): Promise<ByProcess> {
  let before = await cpuSeconds(measured);
  for (let time = 0; time < maxSettles; time += 1) {
    await sleep(quietWithin * 1000);
    const after = await cpuSeconds(measured);
    if (after.server + after.database - before.server - before.database < quietCpu) return after;
    before = after;
  }
  return before;
}

interface Round extends Load {
  cpu: ByProcess;
}

async function measureRound(
  { running, targets }: Contestant,
  name: TargetName,
  seconds: number,
): Promise<Round> {
  const connections = connectionsOf(name);
  // The first response to each request of the hot set is made, not kept.
  for (const request of targets[name].requests) await send(running.origin, request);
  await load(running.origin, targets[name], 1, connections);
  const before = await settle(running.measured);
  const measured = await load(running.origin, targets[name], seconds, connections);
  const after = await settle(running.measured);
  if (measured.count === 0 || measured.refused > 0)
    throw new Error(
      `${running.name}: ${measured.count} responses and ${measured.refused} refusals of '${name}'`,
    );
  return {
    ...measured,
    cpu: { server: after.server - before.server, database: after.database - before.database },
  };
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper = 0, lower = upper] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
};

/** Measures the targets on all servers, alternately, so that other load on the machine affects them alike. */
export async function measureAll(
  names: TargetName[],
  contestants: Contestant[],
  { rounds, seconds, log }: { rounds: number; seconds: number; log: (line: string) => void },
): Promise<Measurement[]> {
  const runs = names.flatMap((target) =>
    contestants
      .filter((one) => one.measures(target))
      .map((contestant) => ({ target, contestant, results: [] as Round[] })),
  );
  for (let round = 1; round <= rounds; round += 1) {
    log(`Round ${round} of ${rounds} …`);
    for (const { target, contestant, results } of runs) {
      log(`${target}, ${contestant.running.name}`);
      results.push(await measureRound(contestant, target, seconds));
    }
  }
  return runs.map(({ target, contestant, results }) => {
    const of = (value: (round: Round) => number) => median(results.map(value));
    return {
      target,
      server: contestant.running.name,
      p50: of((round) => round.p50),
      p99: of((round) => round.p99),
      serverCpu: of((round) => (round.cpu.server * 1000) / round.count),
      databaseCpu: of((round) => (round.cpu.database * 1000) / round.count),
    };
  });
}
