import { aimOf, targetNames } from './aims.ts';
import type { TargetRequest } from './load.ts';
import type { Targets } from './targets.ts';

const samples = 5;

async function textOf(origin: string, { path, ...request }: TargetRequest): Promise<string> {
  const response = await fetch(origin + path, request);
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.text();
}

/** The names of all fields, with their places. */
function fieldsOf(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [place];
  return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, `${place}.${name}`));
}

/** How alike the responses of Inkling and the plain server are: their length in characters, and fields that one lacks. */
export async function compareResponses(ours: string, plain: string, targets: Targets): Promise<string> {
  const lines: string[] = [];
  for (const name of targetNames.filter((one) => aimOf(one).kind === 'read')) {
    const { requests, next } = targets[name];
    const [first] = requests;
    if (first === undefined) continue;
    const lengths = [0, 0];
    const fields = [new Set<string>(), new Set<string>()];
    for (let sample = 0; sample < samples; sample += 1) {
      const request = next?.() ?? first;
      for (const [index, origin] of [ours, plain].entries()) {
        const text = await textOf(origin, request);
        lengths[index] = (lengths[index] ?? 0) + text.length;
        for (const field of fieldsOf(JSON.parse(text))) fields[index]?.add(field);
      }
    }
    const [own = new Set<string>(), other = new Set<string>()] = fields;
    const differences = [...new Set([...own, ...other])].filter(
      (field) => !own.has(field) || !other.has(field),
    );
    lines.push(
      `${name}: ${lengths.map((length) => Math.round(length / samples)).join(' and ')} characters ${differences.join(' ')}`,
    );
  }
  return lines.join('\n');
}
