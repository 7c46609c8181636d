import {
  appointModerator,
  banFromCommunity,
  decideJoinRequest,
  handOverCommunity,
  joinCommunity,
} from '@inkling/contract/communities';
import { sql } from '../platform/db/db.ts';
import type { Fixtures } from '../testing/examples.ts';
import type { Person, TestApp } from '../testing/test-app.ts';

/**
 * Who someone can be to the owner of the fixtures and in the owner's communities. The founder got them from the owner, who
 * is then a moderator, so that what the owner wrote there is another person's.
 */
export const roles = ['outsider', 'blocked', 'banned', 'member', 'moderator', 'founder'] as const;
export type Role = (typeof roles)[number];
export type People = Record<Role, Person>;

/** Creates a person for each role. */
export async function peopleOf(site: TestApp): Promise<People> {
  const people = await Promise.all(roles.map(async (role) => [role, await site.person()] as const));
  return Object.fromEntries(people) as People;
}

/** Lets the owner and other people of the fixtures block a person. */
const blockBy = ({ ctx }: TestApp, fixtures: Partial<Fixtures>, person: Person) => {
  const { owner, other, foreignStory, foreignReview } = fixtures;
  return sql`
    insert into blocks (user_id, other_id, kind, created_at)
    select author, ${person.id}, 'block', ${ctx.clock.now()} from (
      select id from users where id in (${owner?.id ?? null}::uuid, ${other ?? null}::uuid)
      union select author_id from stories where id = ${foreignStory ?? null}::uuid
      union select user_id from ratings where id = ${foreignReview ?? null}::uuid) a (author)
    on conflict do nothing`.execute(ctx.db);
};

/** Gives a person their role towards the owner and in the communities of the fixtures, if these have any. */
export async function takeRole(site: TestApp, fixtures: Fixtures, role: Role, person: Person): Promise<void> {
  const { owner, community, privateCommunity } = fixtures;
  if (role === 'blocked') await blockBy(site, fixtures, person);
  if (role === 'blocked' || role === 'outsider') return;
  for (const id of [community, privateCommunity].filter((one) => one !== undefined)) {
    const ofPerson = { params: { id, userId: person.id } };
    if (role === 'banned') {
      const body = { reason: 'Unkind words' };
      await site.as(owner).call(banFromCommunity, { ...ofPerson, body });
      continue;
    }
    await site.as(person).call(joinCommunity, { params: { id } });
    if (id === privateCommunity)
      await site.as(owner).call(decideJoinRequest, { ...ofPerson, body: { accept: true } });
    if (role === 'moderator') await site.as(owner).call(appointModerator, ofPerson);
    if (role === 'founder')
      await site.as(owner).call(handOverCommunity, { params: { id }, body: { userId: person.id } });
  }
}
