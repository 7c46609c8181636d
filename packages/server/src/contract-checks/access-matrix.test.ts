import { allCalls } from '@inkling/contract/all';
import type { Call, InputOf } from '@inkling/contract/call';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '../platform/http/request-of.ts';
import { testApp } from '../testing/test-app.ts';
import {
  type Actors,
  actorsOf,
  createFixtures,
  type Fixtures,
  inputIn,
  prepareCall,
  signedInAfter,
} from './fixtures.ts';

/**
 * Every call as every kind of viewer. What each may do follows from the access level alone, so a call that is
 * added to the contract has its cells at once.
 */
const site = testApp();
const kinds = ['visitor', 'revoked', 'reader', 'otherAuthor', 'owner', 'admin'] as const;
type Kind = (typeof kinds)[number];

let actors: Actors;
let shared: Fixtures;
let cells = 0;
beforeAll(async () => {
  actors = await actorsOf(site);
  shared = await createFixtures(site, actors.owner);
});

/** Whom a call refuses though its access lets them in. */
const exceptions: Record<string, { kinds: Kind[]; statuses: number[] }> = {
  // Its body names an image of the owner's: for others there is none such.
  'DELETE /upload/delete': { kinds: ['reader', 'otherAuthor', 'admin'], statuses: [404] },
};

/** The status codes of refusals that a viewer may get: null for whoever is let in, and must succeed. */
function allowed({ access, key }: Call, kind: Kind): number[] | null {
  const exception = exceptions[key];
  if (exception?.kinds.includes(kind)) return exception.statuses;
  if (access === 'public') return null;
  if (kind === 'visitor' || kind === 'revoked') return [401];
  if (access === 'admin') return kind === 'admin' ? null : [403];
  if (access === 'owner' || access === 'member') return kind === 'owner' ? null : [403, 404];
  return null;
}

describe('the access matrix', () => {
  test.each(allCalls.map(({ call }) => [call.key, call] as const))('%s', async (_key, call) => {
    for (const kind of kinds) {
      // What changes something gets a world of its own, so that no cell sees the work of another.
      const world = call.method === 'GET' ? shared : await createFixtures(site, actors.owner);
      const who = kind === 'visitor' ? null : actors[kind];
      await prepareCall(site, world, call, who);
      const { statusCode, body } = await site.app.http.inject(
        requestOf(call, inputIn(world, call) as unknown as InputOf<Call>, who?.token ?? null),
      );
      const codes = allowed(call, kind);
      const told = `${kind}: ${body.slice(0, 200)}`;
      if (codes === null) expect(statusCode, told).toBeLessThan(400);
      else expect(codes, told).toContain(statusCode);
      if (who !== null && kind !== 'revoked') {
        Object.assign(actors, { [kind]: await signedInAfter(call, site, who) });
      }
      cells += 1;
    }
  });

  test('has looked at every cell, and has exceptions of calls that are there', () => {
    const keys = allCalls.map(({ call }) => call.key as string);
    expect(keys).toEqual(expect.arrayContaining(Object.keys(exceptions)));
    expect(cells).toBe(allCalls.length * kinds.length);
    expect(allCalls.length).toBeGreaterThan(50);
  });
});
