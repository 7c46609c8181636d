import * as calls from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { testApp } from '../../testing/test-app.ts';
import { personFollowed } from './users.events.ts';

const site = testApp();

test('person.followed is emitted when someone begins to follow a person, and not for a repeated request [P16]', async () => {
  const [ada, bea] = [await site.person(), await site.person()];
  const input = { params: { userId: bea.id } };
  const fact = { followerId: ada.id, followedId: bea.id };
  await Promise.all([1, 2, 3].map(() => site.as(ada).call(calls.followUser, input)));
  expect(await emittedEvents(site, personFollowed, ada.id)).toEqual([fact]);
  await site.as(ada).call(calls.unfollowUser, input);
  expect(await emittedEvents(site, personFollowed, ada.id)).toEqual([fact]);
  await site.as(ada).call(calls.followUser, input);
  expect(await emittedEvents(site, personFollowed, ada.id)).toEqual([fact, fact]);
});
