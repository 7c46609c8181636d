import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import {
  communityOf,
  communityResponse,
  meAs,
  memberOf,
  onePage,
  postOf,
} from '../../testing/communities.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { entry } from '../../testing/measures.ts';
import { mockCall, mockFailure, mockGone } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { CommunityView } from './community.tsx';

resetBetweenTests();

const id = idOf(70);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const noReports = () => mockCall('GET /community/{id}/reports', onePage([]));
const show = (address = '/') => renderPage(<CommunityView id={id} />, '*', address);

test('what is not found and what fails is said', async () => {
  asMember();
  mockGone('GET /community/{id}', { id }, 'Community not found.');
  mockCall('GET /community/user/deleted', onePage([]));
  const gone = await show();
  await expect.element(page.getByRole('heading', { name: 'Community not found' })).toBeVisible();
  await gone.unmount();
  forgetData();
  mockFailure('GET /community/{id}', 'INTERNAL', 'The lamp is out.');
  await show();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The lamp is out.');
});

test('joining and leaving show at once, with the number of members', async () => {
  asMember();
  mockCall('GET /community/{id}', communityResponse());
  mockCall('GET /community/{id}/posts', onePage([]));
  const { promise, resolve } = Promise.withResolvers<void>();
  mockCall(
    'POST /community/{id}/join',
    communityResponse({ membership: 'member', role: 'member', memberCount: 3 }),
    promise,
  );
  await show();
  await expect.element(page.getByText('Join the community to start posting!')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  await button('Join').click();
  await expect.element(page.getByText('3 members')).toBeVisible();
  await expect.element(button('Leave')).toHaveAttribute('aria-busy', 'true');
  resolve();
  await expect.element(button('New post')).toBeVisible();
  await expect.element(button('Leave')).not.toHaveAttribute('aria-busy');
  const refused = mockFailure('POST /community/{id}/leave', 'INTERNAL', 'Not now.');
  await button('Leave').click();
  await expect.poll(() => refused.sent).toHaveLength(1);
  await expect.element(button('Leave')).toBeVisible();
  await expect.element(page.getByText('3 members')).toBeVisible();
});

test('a member’s posts are fetched once, also if it is known later who they are', async () => {
  signIn();
  const { promise, resolve } = Promise.withResolvers<void>();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me }, promise);
  mockCall('GET /community/{id}', communityResponse({ membership: 'member', role: 'member' }));
  const posts = mockCall('GET /community/{id}/posts', onePage([]));
  await show();
  await expect.element(page.getByText('Loading…')).toBeInTheDocument();
  await expect.element(button('Leave')).toBeVisible();
  resolve();
  await expect.element(button('New post')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  expect(posts.sent).toHaveLength(1);
});

test('the tab counts what waits for founder and moderators: requests, appeals and reports', async () => {
  asMember();
  mockCall(
    'GET /community/{id}',
    communityResponse({ membership: 'member', role: 'founder', requestsCount: 2 }),
  );
  mockCall('GET /community/{id}/posts', onePage([]));
  mockCall('GET /community/{id}/reports', onePage([entry]));
  await show();
  await expect.element(page.getByRole('tab', { name: 'Manage (3)' })).toBeVisible();
});

test('someone who was banned in the meantime reads why once the server refuses', async () => {
  asMember();
  mockCall('GET /community/{id}', communityResponse());
  mockCall('GET /community/{id}/posts', onePage([]));
  mockFailure('POST /community/{id}/join', 'BANNED', 'You’re banned here: spam.');
  await show();
  const ban = { reason: 'Told the ending.', until: null };
  await expect.element(button('Join')).toBeVisible();
  mockCall('GET /community/{id}', communityResponse({ membership: 'banned', ban }));
  await button('Join').click();
  await expect.element(page.getByText('You’re banned from this community: Told the ending.')).toBeVisible();
  await expect.element(button('Join')).not.toBeInTheDocument();
  await expect.element(page.getByText('Join the community to start posting!')).not.toBeInTheDocument();
});

test('a community that was deleted while it was open is not found', async () => {
  asMember();
  mockCall('GET /community/{id}', communityResponse());
  mockCall('GET /community/{id}/posts', onePage([]));
  await show();
  await expect.element(button('Join')).toBeVisible();
  mockCall('GET /community/user/deleted', onePage([]));
  mockGone('POST /community/{id}/join', { id }, 'Community not found.');
  mockGone('GET /community/{id}', { id }, 'Community not found.');
  await button('Join').click();
  await expect.element(page.getByRole('heading', { name: 'Community not found' })).toBeVisible();
});

const asFounder = () => {
  asMember();
  noReports();
  mockCall('GET /community/{id}/posts', onePage([]));
  const members = [meAs('founder'), memberOf(5), memberOf(6)];
  const founded = communityResponse({ membership: 'member', role: 'founder', memberCount: 3, members });
  mockCall('GET /community/{id}', founded);
  mockCall('GET /community/{id}/members', onePage(members));
  return founded;
};
const choose = async (action: string) => {
  await button('More actions').click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('the founder chooses a member to hand the community over to', async () => {
  const founded = asFounder();
  const sent = mockCall('PUT /community/{id}/founder', {
    ...founded,
    data: { ...founded.data, role: 'moderator' },
  });
  await show();
  await choose('Hand over');
  const dialog = page.getByRole('dialog', { name: 'Hand over “Lamp Lighters”' });
  await expect.element(dialog.getByRole('radio')).toHaveLength(2);
  await expect.element(dialog.getByRole('button', { name: 'Hand over' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^Member 6/ }).click();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(page.getByText('Member 6 is the founder now.')).toBeVisible();
  expect(sent.sent).toMatchObject([{ userId: memberOf(6)._id }]);
  await expect.element(button('More actions')).not.toBeInTheDocument();
});

test('a deletion can be undone from its message', async () => {
  const founded = asFounder();
  mockCall('DELETE /community/{id}', { success: true, message: 'Community deleted' });
  const restored = mockCall('POST /community/{id}/restore', founded);
  await show();
  await choose('Delete');
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('You can restore it for 30 days.');
  await button('Delete').click();
  await button('Undo').click();
  await expect.element(page.getByText('Community restored.')).toBeVisible();
  expect(restored.sent).toHaveLength(1);
});

test('the founder of a deleted community sees its day, and undoes it there', async () => {
  asMember();
  mockGone('GET /community/{id}', { id }, 'Community not found.');
  const dates = { deletedAt: '2026-01-02T12:00:00.000Z', eraseAt: '2026-02-01T12:00:00.000Z' };
  const deleted = [
    { _id: id, name: 'Lamp Lighters', ...dates },
    { _id: idOf(72), name: 'Others', ...dates },
  ];
  mockCall('GET /community/user/deleted', onePage(deleted));
  await show();
  await expect
    .element(page.getByRole('region', { name: 'You deleted this community' }))
    .toMatchTextContent('Lamp LightersDeleted Jan 2, 2026 · can be restored until Feb 1, 2026');
  await expect.element(page.getByText('Others')).not.toBeInTheDocument();
  mockCall('POST /community/{id}/restore', communityResponse({ membership: 'member', role: 'founder' }));
  noReports();
  mockCall('GET /community/{id}/posts', onePage([]));
  await button('Restore Lamp Lighters').click();
  await expect.element(page.getByRole('heading', { name: 'Lamp Lighters' })).toBeVisible();
});

test('banned people see how many like a post, and no button that fails', async () => {
  asMember();
  const ban = { reason: 'Told the ending.', until: null };
  mockCall('GET /community/{id}', communityResponse({ membership: 'banned', ban }));
  mockCall('GET /community/{id}/posts', onePage([postOf(1, { likes: 3 })]));
  await show();
  await expect.element(page.getByText('3 likes')).toBeVisible();
  expect(page.getByRole('button', { name: /^Like/ }).elements()).toEqual([]);
});

test('a private community is asked, and shows outsiders neither posts nor members', async () => {
  asMember();
  const outside = { isPrivate: true, members: [], stats: { postCount: null } };
  mockCall('GET /community/{id}', communityResponse(outside));
  mockCall('POST /community/{id}/join', communityResponse({ ...outside, membership: 'requested' }));
  await show();
  await expect.element(page.getByText('Only members can see its posts and members.')).toBeVisible();
  await button('Request to join').click();
  await expect.element(page.getByText('Requested', { exact: true })).toBeVisible();
  await expect.element(button('Withdraw request')).toBeVisible();
  await page.getByRole('tab', { name: 'About' }).click();
  for (const text of ['About lamps.', 'Book club', 'Grace', 'Be kind', 'Always.'])
    await expect.element(page.getByText(text).first()).toBeVisible();
  expect(page.getByRole('heading', { name: 'Members' }).elements()).toEqual([]);
});

test('a founder who leaves reads who takes over', async () => {
  asMember();
  noReports();
  const members = [meAs('founder'), memberOf(5, { role: 'moderator' }), memberOf(2)];
  mockCall('GET /community/{id}', communityResponse({ membership: 'member', role: 'founder', members }));
  mockCall('GET /community/{id}/posts', onePage([postOf(1)]));
  await show();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  await expect
    .element(page.getByRole('alertdialog'))
    .toMatchTextContent('Member 5 will take over as founder.');
});

test('a founder is the only member only if nobody else is, also nobody who is suspended', async () => {
  asMember();
  noReports();
  const founder = { membership: 'member' as const, role: 'founder' as const, members: [meAs('founder')] };
  mockCall('GET /community/{id}/posts', onePage([]));
  for (const [memberCount, text] of [
    [2, 'Another member will take over as founder.'],
    [1, 'only member'],
  ] as const) {
    mockCall('GET /community/{id}', communityResponse({ ...founder, memberCount }));
    const { unmount } = await show();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Leave' }).click();
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(text);
    await unmount();
    forgetData();
  }
});

test('posts can be sorted; a folded one is shown on request', async () => {
  asMember();
  mockCall('GET /community/{id}', communityResponse());
  const folded = postOf(2, { isFolded: true, title: null, content: null });
  mockCall('GET /community/{id}/posts', onePage([postOf(1, { isPinned: true }), folded]));
  mockCall('GET /community/{id}/posts/{postId}', { success: true, data: postOf(2) });
  await show();
  await expect.element(page.getByText('Pinned')).toBeVisible();
  const sort = page.getByRole('combobox', { name: 'Sort posts' });
  expect([...(sort.element() as HTMLSelectElement).options].map(({ value }) => value)).toEqual([
    'newest',
    'oldest',
    'most_liked',
  ]);
  await button('Show anyway: post by Grace').click();
  await expect.element(page.getByRole('link', { name: 'Post 2' })).toBeVisible();
});

test('a post that is not sent survives the failure and a reload, and is sent with clean tags', async () => {
  asMember();
  mockCall('GET /community/{id}', communityResponse({ membership: 'member', role: 'member' }));
  mockCall('GET /community/{id}/posts', onePage([]));
  const failed = mockFailure('POST /community/{id}/posts', 'INTERNAL', 'The lamp is out.');
  const first = await show();
  await button('New post').click();
  await expect.element(button('Post')).toBeDisabled();
  await page.getByLabelText('Title').fill('Oil');
  await page.getByLabelText('Content').fill('Which one?');
  await page.getByLabelText('Tags (optional)').fill(' oil, ,wick');
  await button('Post').click();
  await expect.element(page.getByText('The lamp is out.')).toBeVisible();
  await first.unmount();
  forgetData();
  await show();
  await expect.element(page.getByLabelText('Content')).toHaveValue('Which one?');
  const typed = { title: 'Oil', content: 'Which one?', tags: ['oil', 'wick'] };
  const posted = mockCall('POST /community/{id}/posts', { success: true, data: postOf(3, typed) });
  await button('Post').click();
  await expect.element(button('New post')).toBeVisible();
  expect(posted.sent).toEqual([expect.objectContaining(typed)]);
  // The request is repeated under its id.
  expect((posted.sent[0] as { _id: string })._id).toBe((failed.sent[0] as { _id: string })._id);
});

test('a moderator answers requests, and sees the link of an invitation once', async () => {
  asMember();
  const inside = { isPrivate: true, membership: 'member', role: 'moderator', requestsCount: 1 } as const;
  mockCall('GET /community/{id}', communityResponse(inside));
  const user = { _id: idOf(90), username: 'bo', displayName: 'Bo', avatar: null };
  const createdAt = communityOf().createdAt;
  mockCall('GET /community/{id}/requests', onePage([{ user, createdAt }]));
  mockCall('GET /community/{id}/reports', onePage([entry]));
  mockCall('GET /community/{id}/bans', onePage([]));
  mockCall('GET /community/{id}/invitations', { success: true, data: [] });
  await show('/?tab=manage');
  await expect.element(page.getByRole('tab', { name: 'Manage (2)' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Reports (1)' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: entry.title })).toBeVisible();
  const answered = mockCall('PUT /community/{id}/requests/{userId}', {
    success: true,
    membership: 'member',
    memberCount: 3,
  });
  await button('Accept Bo').click();
  await expect.poll(() => answered.sent).toEqual([{ accept: true }]);
  const token = 'k'.repeat(43);
  const until = '2027-01-01T00:00:00.000Z';
  mockCall('POST /community/{id}/invitations', {
    success: true,
    data: { _id: idOf(95), until, uses: 1, used: 0, by: null, createdAt, token },
  });
  await button('Create invitation link').click();
  await expect
    .element(page.getByLabelText('Invitation link'))
    .toHaveValue(`${location.origin}/community/${id}/invitation#${token}`);
});

test('the list of bans says who, why, until when, by whom and what they say against it; they are lifted there', async () => {
  asFounder();
  mockCall('GET /community/{id}/requests', onePage([]));
  mockCall('GET /community/{id}/invitations', { success: true, data: [] });
  const { createdAt, founder } = communityOf();
  const ban = (number: number, changes: object = {}) => ({
    user: memberOf(number),
    by: founder,
    reason: `Reason ${number}`,
    until: null,
    createdAt,
    appeal: null,
    ...changes,
  });
  const appeal = { text: 'It was a joke.', createdAt, isRefused: false };
  mockCall(
    'GET /community/{id}/bans',
    onePage([ban(7, { appeal }), ban(8, { until: '2027-01-02T12:00:00.000Z', by: null })]),
  );
  await show('/?tab=manage');
  const bans = page.getByRole('list', { name: 'Banned people' }).getByRole('listitem');
  await expect.element(bans.nth(0)).toMatchTextContent('Member 7');
  for (const text of ['Reason 7', 'No end date · banned by Grace', 'It was a joke.'])
    await expect.element(bans.nth(0)).toMatchTextContent(text);
  for (const text of ['Member 8', 'Reason 8', 'Until Jan 2, 2027'])
    await expect.element(bans.nth(1)).toMatchTextContent(text);
  const declined = mockCall('POST /community/{id}/bans/{userId}/refuse', {
    success: true,
    data: ban(7, { appeal: { ...appeal, isRefused: true } }),
  });
  await button('Decline appeal: Member 7').click();
  await expect.poll(() => declined.sent).toHaveLength(1);
  const lifted = mockCall('DELETE /community/{id}/bans/{userId}', { success: true, message: 'Ban lifted' });
  mockCall('GET /community/{id}/bans', onePage([ban(7)]));
  await button('Lift ban: Member 8').click();
  await expect.poll(() => lifted.sent).toHaveLength(1);
  await expect.element(page.getByText('Reason 8')).not.toBeInTheDocument();
});

test('a member chooses of which posts of a community they are notified', async () => {
  asMember();
  mockCall('GET /community/{id}/posts', onePage([]));
  const inside = { membership: 'member', role: 'member', news: 'highlights' } as const;
  mockCall('GET /community/{id}', communityResponse(inside));
  await show();
  const choice = page.getByLabelText('Notify me about');
  await expect.element(choice).toHaveValue('highlights');
  for (const news of ['none', 'all'] as const) {
    const chosen = mockCall('PUT /community/{id}/news', { success: true, news });
    mockCall('GET /community/{id}', communityResponse({ ...inside, news }));
    await choice.selectOptions(news);
    await expect.poll(() => chosen.sent).toEqual([{ news }]);
    await expect.element(choice).toHaveValue(news);
  }
});

test('after @ in a post the names of the people of the community are suggested', async () => {
  asFounder();
  const pagination = { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false };
  mockCall('GET /users/{username}/following', { success: true, data: [], pagination });
  mockCall('GET /community/{id}/members', onePage([]));
  await show();
  await button('New post').click();
  const content = page.getByLabelText('Content');
  await content.click();
  await userEvent.keyboard('Ask @member6');
  await page.getByRole('option').click();
  await expect.element(content).toHaveValue('Ask @member6 ');
});

test('the form of a community names what others changed while it was being edited', async () => {
  asMember();
  noReports();
  const community = communityOf({ membership: 'member', role: 'moderator' });
  mockCall('GET /community/{id}', { success: true, data: community });
  mockCall('GET /community/{id}/posts', onePage([]));
  await show();
  await button('Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Community' });
  await dialog.getByLabelText('Name').fill('Lamps of mine');
  expect(dialog.getByText(/^Changed somewhere else/).elements()).toEqual([]);
  mockCall('GET /community/{id}', { success: true, data: { ...community, name: 'Lamps of all' } });
  window.dispatchEvent(new Event('visibilitychange'));
  await expect
    .element(dialog.getByText(/^Changed somewhere else in the meantime: name\. Save to replace it/))
    .toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Lamps of mine');
});

test('only the founder bans moderators from the menus beside posts', async () => {
  asMember();
  noReports();
  const community = { members: [memberOf(1, { role: 'moderator' })], membership: 'member' as const };
  mockCall('GET /community/{id}/posts', onePage([postOf(1, { author: memberOf(1) })]));
  mockCall('GET /community/{id}', communityResponse({ ...community, role: 'moderator' }));
  const asModerator = await show();
  await expect.element(button('Mute, block or report Member 1')).toBeVisible();
  await asModerator.unmount();
  forgetData();
  mockCall('GET /community/{id}', communityResponse({ ...community, role: 'founder' }));
  await show();
  await expect.element(button('Mute, block, report or ban Member 1')).toBeVisible();
});
