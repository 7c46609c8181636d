import { getMe } from '@inkling/contract/account';
import { listNotifications, readNotifications } from '@inkling/contract/notifications';
import { getProfile } from '@inkling/contract/profiles';
import { followStory } from '@inkling/contract/story-follows';
import { followUser, updateProfile } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { reporting } from '../reports/reports-for-tests.fixture.ts';
import { personMoved } from './users.events.ts';

const site = testApp();
const write = writing(site);
const { admin, remove, lift } = reporting(site);

const address = 'https://elsewhere.example/profile/ada';
const move = (who: Person, movedTo: string | null) => site.as(who).call(updateProfile, { body: { movedTo } });
const shown = async ({ username }: Person) =>
  (await site.as(null).call(getProfile, { params: { username } })).body.data.movedTo;
const entries = async (who: Person) => {
  await site.runEvents();
  return (await site.as(who).call(listNotifications, {})).body.data;
};

test('an author says where they have moved; followers of them and of their stories are notified once', async () => {
  const [ada, ben, cleo, dora] = [
    await site.person(),
    await site.person(),
    await site.person(),
    await site.person(),
  ];
  const { story } = await write.published(ada);
  await site.as(ben).call(followUser, { params: { userId: ada.id } });
  await site.as(cleo).call(followStory, { params: { id: story._id } });
  const saved = await move(ada, ` ${address} `);
  expect([saved.status, saved.body.data.movedTo]).toEqual([200, address]);
  expect(await shown(ada)).toBe(address);
  expect((await site.as(ada).call(getMe, {})).body.user.movedTo).toBe(address);
  for (const who of [ben, cleo])
    expect((await entries(who)).filter(({ kind }) => kind === 'moved')).toMatchObject([
      {
        text: `${ada.username} has moved to another site. Their profile says where.`,
        link: `/profile/${ada.username}`,
        count: 1,
      },
    ]);
  expect(await entries(dora)).toEqual([]);
  await move(ada, 'https://other.example');
  expect((await entries(ben)).filter(({ kind }) => kind === 'moved')).toHaveLength(1);
  await move(ada, null);
  expect(await shown(ada)).toBeNull();
  expect((await entries(ben)).filter(({ kind }) => kind === 'moved')).toEqual([]);
});

test('the same address again is no event', async () => {
  const ada = await site.person();
  await write.published(ada);
  for (const [movedTo, events] of [
    [address, 1],
    [address, 1],
    ['https://other.example', 2],
  ] as const) {
    expect((await move(ada, movedTo)).status).toBe(200);
    expect(await emittedEvents(site, personMoved, ada.id)).toHaveLength(events);
  }
});

test('authors who move on the same day have an entry each, which is read on its own', async () => {
  const [ada, ben, reader] = [await site.person(), await site.person(), await site.person()];
  for (const author of [ada, ben]) {
    await write.published(author);
    await site.as(reader).call(followUser, { params: { userId: author.id } });
    await move(author, address);
  }
  const moved = async () => (await entries(reader)).filter(({ kind }) => kind === 'moved');
  const both = await moved();
  const expected = [ada, ben].map(({ username }) => [
    `${username} has moved to another site. Their profile says where.`,
    `/profile/${username}`,
  ]);
  expect(both.map(({ text, link }) => [text, link]).sort()).toEqual(expected.sort());
  await site.as(reader).call(readNotifications, { body: { ids: [both[0]?._id ?? ''] } });
  expect((await moved()).filter(({ isRead }) => !isRead)).toMatchObject([{ _id: both[1]?._id }]);
});

test.each([
  'http://elsewhere.example',
  'javascript:alert(1)',
  'https://',
  'https://localhost',
  'https://ada:secret@elsewhere.example',
  '//elsewhere.example',
  `https://elsewhere.example/${'a'.repeat(300)}`,
])('%s is refused', async (movedTo) => {
  const ada = await site.person();
  await write.published(ada);
  const { status, failure } = await move(ada, movedTo);
  expect([status, failure.errors.map(({ path }) => path)]).toEqual([400, ['movedTo']]);
  expect(await shown(ada)).toBeNull();
});

test('a reader has nothing to move, and removing a profile’s text removes the address until that is lifted', async () => {
  const [reader, ada, staff] = [await site.person(), await site.person(), await admin()];
  expect((await move(reader, address)).status).toBe(400);
  await write.published(ada);
  await move(ada, address);
  await remove(staff, 'profile', ada.id);
  expect(await shown(ada)).toBeNull();
  await lift(staff, ada);
  expect(await shown(ada)).toBe(address);
});
