import { setPriority } from 'node:os';
import { allCalls } from '@inkling/contract/all';
import { type CheckedBody, checkBody } from './check-body.ts';

// On Linux this is the priority of this thread alone: requests of others go first.
if (process.platform === 'linux') setPriority(0, 10);

export function checkByKey({ key, given }: { key: string; given: object }): CheckedBody {
  const found = allCalls.find(({ call }) => call.key === key);
  if (found === undefined) throw new Error(`The contract has no call ${key}.`);
  return checkBody(found.call, given);
}
