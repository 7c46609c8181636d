import { login } from '@inkling/contract/account';
import type { Call } from '@inkling/contract/call';
import { suspend } from '../modules/measures/index.ts';
import { replaceRights } from '../modules/plans/entitlements.queries.ts';
import { setAdmin, setModerator } from '../modules/users/index.ts';
import { modules } from '../modules.ts';
import type { CapabilityFixtures, Example, Fixtures } from '../testing/examples.ts';
import type { requestOfKey } from '../testing/request-of.ts';
import { writing } from '../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../testing/test-app.ts';
import { testPassword } from '../testing/test-password.ts';

/**
 * The fixtures of each module with calls, in order: its `x.fixtures.ts`, found by the module's name. Fixtures are tests'
 * code, so what the running program loads does not name them.
 */
const capabilities: (CapabilityFixtures & { module: string })[] = await Promise.all(
  modules
    .filter(({ routes }) => routes !== undefined)
    .map(async ({ name }) => {
      const { fixtures } = await import(`../modules/${name}/${name}.fixtures.ts`);
      return { module: name, ...fixtures };
    }),
);

export interface Actors {
  owner: Person;
  reader: Person;
  otherAuthor: Person;
  admin: Person;
  moderator: Person;
  revoked: Person;
  suspended: Person;
}

export async function actorsOf(site: TestApp): Promise<Actors> {
  const [owner, reader, otherAuthor, admin, moderator, revoked, suspended] = (await Promise.all(
    Array.from({ length: 7 }, () => site.person()),
  )) as [Person, Person, Person, Person, Person, Person, Person];
  await writing(site).published(otherAuthor);
  await setAdmin(site.ctx.db, admin.id, true);
  await setModerator(site.ctx.db, moderator.id, true);
  await site.ctx.db.deleteFrom('sessions').where('user_id', '=', revoked.id).execute();
  await suspend(site.ctx, suspended.id);
  return { owner, reader, otherAuthor, admin, moderator, revoked, suspended };
}

/** Sends a request; a busy machine may refuse heavy work, such as checking a text, which is then asked for again. */
export async function responseTo(site: TestApp, request: ReturnType<typeof requestOfKey>) {
  let response = await site.app.http.inject(request);
  for (let times = 0; response.statusCode === 503 && times < 5; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    response = await site.app.http.inject(request);
  }
  return response;
}

/** The owner may start as many stories as the tests need. */
async function begin(site: TestApp, owner: Person): Promise<Fixtures> {
  const gift = { source: 'gift:pro', rights: ['unlimitedStories'] as const, until: null };
  await replaceRights(site.ctx.db, owner.id, 'gift:', gift);
  return { owner } as Fixtures;
}

/** Creates one thing of each kind for this owner. */
export async function createFixtures(site: TestApp, owner: Person): Promise<Fixtures> {
  const fixtures = await begin(site, owner);
  for (const capability of capabilities) {
    const reads = new Set<string>();
    const created = (await capability.create?.(site, recordingReads(fixtures, reads))) ?? {};
    linksOf.set(capability, { creates: Object.keys(created), reads });
    Object.assign(fixtures, created);
  }
  return fixtures;
}

/** What each capability has created, and which earlier things it needed for that. */
const linksOf = new Map<CapabilityFixtures, { creates: string[]; reads: Set<string> }>();

const recordingReads = (fixtures: Fixtures, reads: Set<string>): Fixtures =>
  new Proxy(fixtures, {
    get(target, name, receiver) {
      reads.add(String(name));
      return Reflect.get(target, name, receiver);
    },
  });

/**
 * Creates only what the example input of a call refers to, which takes a fraction of the time. What that is, is seen
 * from making the input of `complete` fixtures.
 */
export async function createFixturesFor(
  site: TestApp,
  owner: Person,
  call: Call,
  complete: Fixtures,
): Promise<Fixtures> {
  const needed = new Set<string>();
  inputIn(recordingReads(complete, needed), call);
  // From the last to the first, because a capability builds on earlier ones.
  const used = capabilities.toReversed().filter((capability) => {
    const { creates, reads } = linksOf.get(capability) ?? { creates: [], reads: [] };
    if (!creates.some((name) => needed.has(name))) return false;
    for (const name of reads) needed.add(name);
    return true;
  });
  const fixtures = await begin(site, owner);
  for (const { create } of used.reverse()) Object.assign(fixtures, await create?.(site, fixtures));
  return fixtures;
}

export const examples = new Map<string, Example>(
  capabilities.flatMap(({ examples: own }) => own.map((example) => [example.call.key, example])),
);

export function exampleOf(call: Call): Example {
  const found = examples.get(call.key);
  if (found === undefined) {
    throw new Error(`${call.key} has no example. Add one to its module's x.fixtures.ts.`);
  }
  return found;
}

/** The name of the module whose fixtures have the example of a call. */
export const moduleOf = (call: Call): string | undefined =>
  capabilities.find(({ examples: own }) => own.some((one) => one.call.key === call.key))?.module;

/** A complete valid input of a call for these fixtures. */
export const inputIn = (fixtures: Fixtures, call: Call) => exampleOf(call).input(fixtures);

export const paramsIn = (fixtures: Fixtures, call: Call) => inputIn(fixtures, call).params ?? {};

/** The person with a valid session after a call: signed in again if the call ended it, which also restores an account. */
export async function signedInAfter(call: Call, site: TestApp, person: Person): Promise<Person> {
  if (!exampleOf(call).endsSession) return person;
  const body = { email: person.username, password: testPassword };
  return { ...person, token: (await site.as(null).call(login, { body })).body.token };
}
