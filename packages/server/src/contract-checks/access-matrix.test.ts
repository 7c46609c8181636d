import { allCalls } from '@inkling/contract/all';
import type { Call } from '@inkling/contract/call';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOfKey } from '../platform/http/request-of.ts';
import type { Fixtures } from '../testing/examples.ts';
import { testApp } from '../testing/test-app.ts';
import { type Actors, actorsOf, createFixtures, exampleOf, inputIn, signedInAfter } from './fixtures.ts';

/**
 * Every call as every kind of viewer. The expected status follows from the access level alone, so a call added to the
 * contract is covered automatically.
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

/** The expected status codes of a refusal; null if the call must succeed. */
function expectedRefusals(call: Call, kind: Kind): number[] | null {
  const { access } = call;
  if (access === 'public') return null;
  if (kind === 'visitor' || kind === 'revoked') return [401];
  const { othersGet } = exampleOf(call);
  if (othersGet !== undefined && kind !== 'owner') return [othersGet];
  if (access === 'admin') return kind === 'admin' ? null : [403];
  if (access === 'owner' || access === 'member') return kind === 'owner' ? null : [403, 404];
  return null;
}

describe('the access matrix [R12] [R14]', () => {
  test.each(allCalls.map(({ call }) => [call.key, call] as const))('%s', async (_key, call) => {
    for (const kind of kinds) {
      // Calls that change data get new fixtures, so that no case affects another.
      const fixtures = call.method === 'GET' ? shared : await createFixtures(site, actors.owner);
      const person = kind === 'visitor' ? null : actors[kind];
      if (person !== null) await exampleOf(call).prepare?.(site, fixtures, person);
      const { statusCode, body } = await site.app.http.inject(
        requestOfKey(call.key, inputIn(fixtures, call), person?.token ?? null),
      );
      const codes = expectedRefusals(call, kind);
      const context = `${kind}: ${body.slice(0, 200)}`;
      if (codes === null) expect(statusCode, context).toBeLessThan(400);
      else expect(codes, context).toContain(statusCode);
      if (person !== null && kind !== 'revoked') {
        Object.assign(actors, { [kind]: await signedInAfter(call, site, person) });
      }
      cells += 1;
    }
  });

  test('covers every call and viewer', () => {
    expect(cells).toBe(allCalls.length * kinds.length);
    expect(allCalls.length).toBeGreaterThan(50);
  });
});
