import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
 * `vitest -u` updates them. With INKLING_TEST_MODULE, such as `ratings`, only the calls of one module are made, and the
 * lines of the others stay as they are.
 */
recordPolicies();
const { testApp } = await import('../testing/test-app.ts');
const {
  actorsOf,
  responseTo,
  createFixtures,
  createFixturesFor,
  exampleOf,
  inputIn,
  moduleOf,
  signedInAfter,
} = await import('./fixtures.ts');
const { peopleOf, roles, takeRole } = await import('./community-roles.queries.ts');

const site = testApp({ PLANS: 'on' });
const only = process.env.INKLING_TEST_MODULE;
const calls = allCalls
  .map(({ call }) => call)
  .filter((call) => only === undefined || moduleOf(call) === only);
const policiesOf = new Map<string, string[]>();
const kinds = [
  'visitor',
  'revoked',
  'reader',
  'otherAuthor',
  'owner',
  'admin',
  'moderator',
  'suspended',
] as const;
type Kind = (typeof kinds)[number];

let actors: Actors;
/** The same things, in communities where each role is somebody's. */
let shared: Fixtures;
let peopled: Fixtures;
let people: People;
/** Each call with each kind of viewer and role for which its answer was as expected, also after a retry. */
const cells = new Set<string>();
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
  moderator: (kind) => (kind === 'admin' || kind === 'moderator' ? null : [403]),
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
  const { othersGet, adminsMay, moderatorsMay, authorsMay } = exampleOf(call);
  if (adminsMay === true && kind === 'admin') return null;
  if (moderatorsMay === true && kind === 'moderator') return null;
  if (authorsMay === true && kind === 'otherAuthor') return null;
  if (access !== 'public' && othersGet !== undefined && kind !== 'owner') return [othersGet];
  return refusalsOf[access](kind);
}

type Attempt = (fixtures: Fixtures) => Promise<{ statusCode: number; body: string }>;

/**
 * Makes attempts of a call that changes data. They share things, because few attempts stand in another's way; one that
 * fails where an earlier one has changed something is made again with new things, and this result counts.
 */
function attemptsWith(make: () => Promise<Fixtures>) {
  let fixtures: Fixtures | null = null;
  let isChanged = false;
  return async (attempt: Attempt) => {
    if (fixtures !== null && isChanged) {
      const result = await attempt(fixtures).catch(() => null);
      if (result !== null && result.statusCode < 400) return result;
      fixtures = null;
    }
    fixtures ??= await make();
    const result = await attempt(fixtures);
    isChanged = result.statusCode < 400;
    return result;
  };
}

/** The lines of a recorded file; those of the calls that have been made are replaced, null removes one. */
function withLines(file: string, made: Map<string, string | null>): string {
  const recorded = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
  const lineOf = new Map<string, string | null>(recorded.map((line) => [line.split('\t')[0] ?? '', line]));
  for (const [key, line] of made) lineOf.set(key, line);
  const lines = allCalls.map(({ call }) => lineOf.get(call.key) ?? null).filter((line) => line !== null);
  return `${lines.join('\n')}\n`;
}

describe('the access matrix [R12] [R14]', () => {
  test.each(calls.map((call) => [call.key, call] as const))('%s', async (_key, call) => {
    const attemptToChange = attemptsWith(() => createFixturesFor(site, actors.owner, call, shared));
    const policies = new Set<string>();
    for (const kind of kinds) {
      const codes = expectedRefusals(call, kind);
      const person = kind === 'visitor' ? null : actors[kind];
      const attempt: Attempt = async (fixtures) => {
        if (person !== null && !isSuspendedWrite(call, kind))
          await exampleOf(call).prepare?.(site, fixtures, person);
        usedPolicies.clear();
        refusals.clear();
        return responseTo(site, requestOfKey(call.key, inputIn(fixtures, call), person?.token ?? null));
      };
      const changes = call.method !== 'GET' && codes === null;
      const { statusCode, body } = await (changes ? attemptToChange(attempt) : attempt(shared));
      for (const policy of usedPolicies) policies.add(policy);
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
      cells.add(`${call.key} as ${kind}`);
    }
    policiesOf.set(call.key, [...policies].sort());
  });

  test.each(calls.map((call) => [call.key, call] as const))('%s for each role', async (key, call) => {
    const statuses = new Map<Role, number>();
    // By another owner for each call, whose quotas have room.
    const owner = call.method === 'GET' ? actors.owner : await site.person();
    const attemptToChange = attemptsWith(() => createFixturesFor(site, owner, call, peopled));
    for (const role of roles) {
      const person = people[role];
      const attempt: Attempt = async (fixtures) => {
        if (fixtures !== peopled) await takeRole(site, fixtures, role, person);
        await exampleOf(call).prepare?.(site, fixtures, person);
        return responseTo(site, requestOfKey(key, inputIn(fixtures, call), person.token));
      };
      const { statusCode, body } = await (call.method === 'GET'
        ? attempt(peopled)
        : attemptToChange(attempt));
      expect(statusCode, `${role}: ${body.slice(0, 200)}`).toBeLessThan(500);
      statuses.set(role, statusCode);
      if (statusCode < 400) people[role] = await signedInAfter(call, site, person);
      cells.add(`${key} in the role ${role}`);
    }
    const outsiders = statuses.get('outsider');
    differences.set(key, new Map([...statuses].filter(([, status]) => status !== outsiders)));
  });

  test('gives these roles another answer than outsiders', async () => {
    const lineOf = (key: string, of: Map<Role, number>): string | null =>
      of.size === 0 ? null : [key, ...[...of].map(([role, status]) => `${role} ${status}`)].join('\t');
    const made = new Map([...differences].map(([key, of]) => [key, lineOf(key, of)]));
    await expect(withLines('access-roles.tsv', made)).toMatchFileSnapshot('access-roles.tsv');
  });

  test('is decided by these policies', async () => {
    const lineOf = ({ key, access }: Call) => [key, access, ...(policiesOf.get(key) ?? [])].join('\t');
    const made = new Map(calls.map((call) => [call.key, lineOf(call)]));
    await expect(withLines('access-matrix.tsv', made)).toMatchFileSnapshot('access-matrix.tsv');
  });

  test('covers every call and viewer', () => {
    expect(cells.size).toBe(calls.length * (kinds.length + roles.length));
    expect(calls.length).toBeGreaterThan(only === undefined ? 50 : 0);
  });
});
