import { allCalls } from '@inkling/contract/all';
import type { Access, Call } from '@inkling/contract/call';
import { beforeAll, describe, expect, test } from 'vitest';
import { needsPolicy } from '../platform/access.ts';
import type { Fixtures } from '../testing/examples.ts';
import { requestOfKey } from '../testing/request-of.ts';
import type { People, Role } from './community-roles.queries.ts';
import type { Actors } from './fixtures.ts';
import { recordPolicies, refusals, usedPolicies } from './recorded-policies.ts';

/**
 * Every call as every kind of viewer. The expected status follows from the access level alone, so a call added to the
 * contract is covered automatically. The policies that run for each call are recorded in access-matrix.tsv, and what people
 * get whom a community or the owner has given a role in access-roles.tsv; from both docs/product/access.md is written.
 * `vitest -u` updates them.
 */
recordPolicies();
const { testApp } = await import('../testing/test-app.ts');
const { actorsOf, createFixtures, createFixturesFor, exampleOf, inputIn, signedInAfter } = await import(
  './fixtures.ts'
);
const { peopleOf, roles, takeRole } = await import('./community-roles.queries.ts');

const site = testApp({ PLANS: 'on' });
const policiesOf = new Map<string, string[]>();
const kinds = ['visitor', 'revoked', 'reader', 'otherAuthor', 'owner', 'admin', 'suspended'] as const;
type Kind = (typeof kinds)[number];

let actors: Actors;
/** The same things, in communities where each role is somebody's. */
let shared: Fixtures;
let peopled: Fixtures;
let people: People;
let cells = 0;
/** What a role gets for a call, if an outsider gets another status. */
const differences = new Map<string, Map<Role, number>>();
beforeAll(async () => {
  actors = await actorsOf(site);
  shared = await createFixtures(site, actors.owner);
  people = await peopleOf(site);
  peopled = await createFixtures(site, actors.owner);
  for (const role of roles) await takeRole(site, peopled, role, people[role]);
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
  const { othersGet, adminsMay, authorsMay } = exampleOf(call);
  if (adminsMay === true && kind === 'admin') return null;
  if (authorsMay === true && kind === 'otherAuthor') return null;
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

  test.each(allCalls.map(({ call }) => [call.key, call] as const))('%s for each role', async (key, call) => {
    const statuses = new Map<Role, number>();
    // What a request has changed is made anew for the next role; by another owner for each call, whose quotas have room.
    const owner = call.method === 'GET' ? actors.owner : await site.person();
    let fixtures = call.method === 'GET' ? peopled : null;
    for (const role of roles) {
      const person = people[role];
      if (fixtures === null) fixtures = await createFixturesFor(site, owner, call, peopled);
      if (fixtures !== peopled) await takeRole(site, fixtures, role, person);
      await exampleOf(call).prepare?.(site, fixtures, person);
      const request = requestOfKey(key, inputIn(fixtures, call), person.token);
      const { statusCode, body } = await site.app.http.inject(request);
      expect(statusCode, `${role}: ${body.slice(0, 200)}`).toBeLessThan(500);
      statuses.set(role, statusCode);
      if (statusCode < 400) {
        people[role] = await signedInAfter(call, site, person);
        if (call.method !== 'GET') fixtures = null;
      }
      cells += 1;
    }
    const outsiders = statuses.get('outsider');
    differences.set(key, new Map([...statuses].filter(([, status]) => status !== outsiders)));
  });

  test('gives these roles another answer than outsiders', async () => {
    const lines = [...differences]
      .filter(([, of]) => of.size > 0)
      .map(([key, of]) => [key, ...[...of].map(([role, status]) => `${role} ${status}`)].join('\t'));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('access-roles.tsv');
  });

  test('is decided by these policies', async () => {
    const lines = allCalls.map(({ call }) => [call.key, call.access, ...(policiesOf.get(call.key) ?? [])]);
    await expect(`${lines.map((line) => line.join('\t')).join('\n')}\n`).toMatchFileSnapshot(
      'access-matrix.tsv',
    );
  });

  test('covers every call and viewer', () => {
    expect(cells).toBe(allCalls.length * (kinds.length + roles.length));
    expect(allCalls.length).toBeGreaterThan(50);
  });
});
