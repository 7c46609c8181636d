import { allCalls } from '@inkling/contract/all';
import type { Access, Call } from '@inkling/contract/call';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { requestOfKey } from '../platform/http/request-of.ts';
import type { Fixtures } from '../testing/examples.ts';
import { testApp } from '../testing/test-app.ts';
import { type Actors, actorsOf, createFixtures, exampleOf, inputIn, signedInAfter } from './fixtures.ts';

/**
 * Every call as every kind of viewer. The expected status follows from the access level alone, so a call added to the
 * contract is covered automatically. The policies that run for each call are recorded in access-matrix.tsv, from which
 * docs/product/access.md is written; `vitest -u` updates it.
 */
const used = await vi.hoisted(async () => {
  const { globSync } = await import('node:fs');
  const { basename, join } = await import('node:path');
  const names = new Set<string>();
  let depth = 0;
  /** Records checks and SQL conditions, the outermost only: one rule may be built on another. */
  const recorded = (name: string, rule: unknown) =>
    typeof rule !== 'function' || /\.(can|isAuthor$|isPublic$)/.test(name)
      ? rule
      : (...args: unknown[]) => {
          if (depth === 0) names.add(name);
          depth += 1;
          try {
            return rule(...args);
          } finally {
            depth -= 1;
          }
        };
  const modules = join(import.meta.dirname, '../modules');
  for (const path of globSync(['*/*.policy.ts', '*/*.policy.queries.ts'], { cwd: modules })) {
    const [thing = ''] = basename(path).split('.');
    vi.doMock(join(modules, path), async (original: () => Promise<object>) =>
      Object.fromEntries(
        Object.entries(await original()).map(([name, rule]) => [name, recorded(`${thing}.${name}`, rule)]),
      ),
    );
  }
  return names;
});

const site = testApp();
const policiesOf = new Map<string, string[]>();
const kinds = ['visitor', 'revoked', 'reader', 'otherAuthor', 'owner', 'admin'] as const;
type Kind = (typeof kinds)[number];

let actors: Actors;
let shared: Fixtures;
let cells = 0;
beforeAll(async () => {
  actors = await actorsOf(site);
  shared = await createFixtures(site, actors.owner);
});

/** The status codes with which an access level refuses signed-in viewers. */
const refusalsOf: Record<Access, (kind: Kind) => number[] | null> = {
  public: () => null,
  user: () => null,
  owner: (kind) => (kind === 'owner' ? null : [403, 404]),
  admin: (kind) => (kind === 'admin' ? null : [403]),
};

/** The expected status codes of a refusal; null if the call must succeed. */
function expectedRefusals(call: Call, kind: Kind): number[] | null {
  const { access } = call;
  if (access !== 'public' && (kind === 'visitor' || kind === 'revoked')) return [401];
  const { othersGet } = exampleOf(call);
  if (access !== 'public' && othersGet !== undefined && kind !== 'owner') return [othersGet];
  return refusalsOf[access](kind);
}

describe('the access matrix [R12] [R14]', () => {
  test.each(allCalls.map(({ call }) => [call.key, call] as const))('%s', async (_key, call) => {
    for (const kind of kinds) {
      // Calls that change data get new fixtures, so that no case affects another.
      const fixtures = call.method === 'GET' ? shared : await createFixtures(site, actors.owner);
      const person = kind === 'visitor' ? null : actors[kind];
      if (person !== null) await exampleOf(call).prepare?.(site, fixtures, person);
      used.clear();
      const { statusCode, body } = await site.app.http.inject(
        requestOfKey(call.key, inputIn(fixtures, call), person?.token ?? null),
      );
      policiesOf.set(call.key, [...new Set([...(policiesOf.get(call.key) ?? []), ...used])].sort());
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

  test('is decided by these policies', async () => {
    const lines = allCalls.map(({ call }) => [call.key, call.access, ...(policiesOf.get(call.key) ?? [])]);
    await expect(`${lines.map((line) => line.join('\t')).join('\n')}\n`).toMatchFileSnapshot(
      'access-matrix.tsv',
    );
    // An owner's call is decided by more than its level.
    expect(lines.filter(([, access, ...policies]) => access === 'owner' && policies.length === 0)).toEqual(
      [],
    );
  });

  test('covers every call and viewer', () => {
    expect(cells).toBe(allCalls.length * kinds.length);
    expect(allCalls.length).toBeGreaterThan(50);
  });
});
