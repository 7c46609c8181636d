import { allCalls } from '@inkling/contract/all';
import type { Call, InputOf } from '@inkling/contract/call';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '../platform/http/request-of.ts';
import { testApp } from '../testing/test-app.ts';
import {
  type Actors,
  actorsOf,
  bodyIn,
  endsTheLogIn,
  fileIn,
  paramsIn,
  relogin,
  type World,
  worldOf,
} from './world.ts';

/**
 * Every call as every kind of viewer. What each may do follows from the access level alone, so a call that is
 * added to the contract has its cells at once.
 */
const site = testApp();
const kinds = ['visitor', 'revoked', 'reader', 'otherAuthor', 'owner', 'admin'] as const;
type Kind = (typeof kinds)[number];

let actors: Actors;
let shared: World;
let cells = 0;
beforeAll(async () => {
  actors = await actorsOf(site);
  shared = await worldOf(site, actors.owner);
});

/** The status codes that a viewer may get: null for whatever is no refusal. */
function allowed({ access }: Call, kind: Kind): number[] | null {
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
      const world = call.method === 'GET' ? shared : await worldOf(site, actors.owner);
      const who = kind === 'visitor' ? null : actors[kind];
      const input = { params: paramsIn(world, call), body: bodyIn(world, call), file: fileIn(call) };
      const { statusCode, body } = await site.app.http.inject(
        requestOf(call, input as unknown as InputOf<Call>, who?.token ?? null),
      );
      const codes = allowed(call, kind);
      const refusals = [401, 403];
      if (codes === null) expect(refusals, `${kind}: ${body.slice(0, 200)}`).not.toContain(statusCode);
      else expect(codes, `${kind}: ${body.slice(0, 200)}`).toContain(statusCode);
      if (call.access === 'owner' && kind === 'owner')
        expect(statusCode, body.slice(0, 200)).toBeLessThan(400);
      expect(statusCode).toBeLessThan(500);
      if (endsTheLogIn.has(call.key) && who !== null && kind !== 'revoked') {
        Object.assign(actors, { [kind]: await relogin(site, who) });
      }
      cells += 1;
    }
  });

  test('has looked at every cell', () => {
    expect(cells).toBe(allCalls.length * kinds.length);
    expect(allCalls.length).toBeGreaterThan(50);
  });
});
