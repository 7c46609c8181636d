import { setPriority } from 'node:os';
import { allCalls } from '@inkling/contract/all';
import { type ParsedBody, parseBody } from './bodies.ts';

// On Linux this lowers the priority of this thread only, so that other requests are served first.
if (process.platform === 'linux') setPriority(0, 10);

export function parseByKey({ key, bytes }: { key: string; bytes: ArrayBuffer }): ParsedBody {
  const found = allCalls.find(({ call }) => call.key === key);
  if (found === undefined) throw new Error(`The contract has no call ${key}.`);
  return parseBody(found.call, bytes);
}
