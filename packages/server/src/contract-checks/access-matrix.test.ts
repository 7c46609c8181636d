import { allCalls } from '@inkling/contract/all';
import type { Access, Call } from '@inkling/contract/call';
import { beforeAll, describe, expect, test } from 'vitest';
import { needsPolicy } from '../platform/access.ts';
import type { Fixtures } from '../testing/examples.ts';
import { requestOfKey } from '../testing/request-of.ts';
import type { Actors } from './fixtures.ts';
import { recordPolicies, refusals, usedPolicies } from './recorded-policies.ts';

/**
 * Every call as every kind of viewer. The expected status follows from the access level alone, so a call added to the
 * contract is covered automatically. The policies that run for each call are recorded in access-matrix.tsv, from which
 * docs/product/access.md is written; `vitest -u` updates it.
 */
recordPolicies();
const { testApp } = await import('../testing/test-app.ts');
const { actorsOf, createFixtures, createFixturesFor, exampleOf, inputIn, signedInAfter } = await import(
  './fixtures.ts'
);

const site = testApp();
const policiesOf = new Map<string, string[]>();
const kinds = ['visitor', 'revoked', 'reader', 'otherAuthor', 'owner', 'admin', 'suspended'] as const;
type Kind = (typeof kinds)[number];

let actors: Actors;
let shared: Fixtures;
let cells = 0;
beforeAll(async () => {
  actors = await actorsOf(site);
  shared = await createFixtures(site, actors.owner);
});

const byPolicy = (kind: Kind) => (kind === 'owner' ? null : [403, 404]);
/** The status codes with which an access level refuses signed-in viewers. */
const refusalsOf: Record<Access, (kind: Kind) => number[] | null> = {
  public: () => null,
  user: () => null,
  owner: byPolicy,
  member: byPolicy,
  admin: (kind) => (kind === 'admin' ? null : [403]),
};

/** Refused before any policy is asked, unless the call declares otherwise (docs/product/measures.md#suspension). */
const isSuspendedWrite = ({ method, whileSuspended }: Call, kind: Kind): boolean =>
  kind === 'suspended' && method !== 'GET' && whileSuspended !== true;

/** The expected status codes of a refusal; null if the call must succeed. */
function expectedRefusals(call: Call, kind: Kind): number[] | null {
  const { access } = call;
  if (access !== 'public' && (kind === 'visitor' || kind === 'revoked')) return [401];
  if (isSuspendedWrite(call, kind)) return [403];
  const { othersGet, adminsMay } = exampleOf(call);
  if (adminsMay === true && kind === 'admin') return null;
  if (access !== 'public' && othersGet !== undefined && kind !== 'owner') return [othersGet];
  return refusalsOf[access](kind);
}

describe('the access matrix [R12] [R14]', () => {
  test.each(allCalls.map(({ call }) => [call.key, call] as const))('%s', async (_key, call) => {
    for (const kind of kinds) {
      const codes = expectedRefusals(call, kind);
      // Only a call that is allowed changes data: it gets new fixtures, so that no case affects another.
      const changes = call.method !== 'GET' && codes === null;
      const fixtures = changes ? await createFixturesFor(site, actors.owner, call, shared) : shared;
      const person = kind === 'visitor' ? null : actors[kind];
      if (person !== null && !isSuspendedWrite(call, kind))
        await exampleOf(call).prepare?.(site, fixtures, person);
      usedPolicies.clear();
      refusals.clear();
      const { statusCode, body } = await site.app.http.inject(
        requestOfKey(call.key, inputIn(fixtures, call), person?.token ?? null),
      );
      policiesOf.set(call.key, [...new Set([...(policiesOf.get(call.key) ?? []), ...usedPolicies])].sort());
      const context = `${kind}: ${body.slice(0, 200)}`;
      if (codes === null) expect(statusCode, context).toBeLessThan(400);
      else expect(codes, context).toContain(statusCode);
      // `bind` fails if no policy allows an owner's call; here a policy refuses all others.
      const isAsked = person !== null && kind !== 'revoked' && !isSuspendedWrite(call, kind);
      if (codes !== null && isAsked && needsPolicy(call.access))
        expect(refusals, context).not.toEqual(new Set());
      if (person !== null && kind !== 'revoked') {
        Object.assign(actors, { [kind]: await signedInAfter(call, site, person) });
      }
      cells += 1;
    }
  });

  test('is decided by these policies', async () => {
    const lines = allCalls.map(({ call }) => [call.key, call.access, ...(policiesOf.get(call.key) ?? [])]);
    await expect(`${lines.map((line) => line.join('\t')).join('\n')}\n`).toMatchFileSnapshot(
      'access-matrix.tsv',
    );
  });

  test('covers every call and viewer', () => {
    expect(cells).toBe(allCalls.length * kinds.length);
    expect(allCalls.length).toBeGreaterThan(50);
  });
});
