import type { ReactionCounts } from '@inkling/contract/reactions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { Reactions } from './reactions.tsx';

resetBetweenTests();

const none = { love: 0, laugh: 0, surprise: 0, sad: 0, suspense: 0 };
const mine = { _id: idOf(70), type: 'sad' } as const;
const response = (data: ReactionCounts) => ({ success: true as const, data });
const mockReactions = (counts: Partial<typeof none>, own: ReactionCounts['mine'] = null) =>
  mockCall('GET /reactions/story/{id}', response({ counts: { ...none, ...counts }, mine: own }));

const asReader = (author = false): void => {
  signIn();
  const user = author ? { ...me, _id: story.author._id, id: story.author._id } : me;
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user });
};
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('a visitor sees the counts, and is led to sign in and back', async () => {
  mockReactions({ love: 1200, sad: 1 });
  await renderPage(<Reactions story={story} />);
  await expect.element(page.getByText('1.2K')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(2);
  expect(page.getByRole('button').elements()).toHaveLength(0);
  await expect
    .element(page.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', `/login?redirect=${encodeURIComponent(`/story/${story._id}`)}`);
});

test('the author sees only the counts', async () => {
  asReader(true);
  mockReactions({});
  await renderPage(<Reactions story={story} />);
  await expect.element(page.getByText('No reactions yet.')).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('a reaction shows at once, and a second one waits for it', async () => {
  asReader();
  mockReactions({ love: 2 });
  const gate = Promise.withResolvers<void>();
  const stored = response({ counts: { ...none, love: 3 }, mine: { _id: idOf(71), type: 'love' } });
  const { sent } = mockCall('POST /reactions/story/{id}', stored, gate.promise);
  await renderPage(<Reactions story={story} />);
  await button('Loved it 2').click();
  await expect.element(button('Loved it 3')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button('Sad')).toHaveAttribute('aria-disabled', 'true');
  await button('Sad').click({ force: true });
  gate.resolve();
  await expect.element(button('Sad')).not.toHaveAttribute('aria-disabled');
  expect(sent).toEqual([{ type: 'love' }]);
  await expect.element(button('Loved it 3')).toHaveAttribute('aria-pressed', 'true');
});

test('a different reaction replaces the first, and pressing it again takes it back', async () => {
  asReader();
  mockReactions({ sad: 1 }, mine);
  const changed = response({ counts: { ...none, suspense: 1 }, mine: { ...mine, type: 'suspense' } });
  mockCall('POST /reactions/story/{id}', changed);
  const { sent } = mockCall('DELETE /reactions/{id}', { success: true, counts: none });
  await renderPage(<Reactions story={story} />);
  await expect.element(button('Sad 1')).toHaveAttribute('aria-pressed', 'true');
  await button('Gripping').click();
  await expect.element(button('Gripping 1')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button(/^Sad$/)).toHaveAttribute('aria-pressed', 'false');
  await button('Gripping 1').click();
  await expect.element(button(/^Gripping$/)).toHaveAttribute('aria-pressed', 'false');
  expect(sent).toHaveLength(1);
});

test('a failure restores what is stored and says so', async () => {
  asReader();
  mockReactions({ sad: 1 }, mine);
  mockFailure('POST /reactions/story/{id}', 'NOT_FOUND', 'Story not found');
  await renderPage(<Reactions story={story} />);
  await button('Funny').click();
  await expect.element(page.getByText('Story not found')).toBeVisible();
  await expect.element(button('Sad 1')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button(/^Funny$/)).toHaveAttribute('aria-pressed', 'false');
});

test('what is stored is shown at once after a failure, before it can be fetched again', async () => {
  asReader();
  mockReactions({ sad: 1 }, mine);
  await renderPage(<Reactions story={story} />);
  await expect.element(button('Sad 1')).toHaveAttribute('aria-pressed', 'true');
  const gate = Promise.withResolvers<void>();
  mockCall('GET /reactions/story/{id}', response({ counts: none, mine: null }), gate.promise);
  mockFailure('POST /reactions/story/{id}', 'NOT_FOUND', 'Story not found');
  await button('Funny').click();
  await expect.element(page.getByText('Story not found')).toBeVisible();
  await expect.element(button('Sad 1')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button(/^Sad 1$/)).not.toHaveAttribute('aria-disabled');
  gate.resolve();
  await expect.element(button(/^Sad$/)).toHaveAttribute('aria-pressed', 'false');
});

test('at the end of a chapter the reactions are those to the chapter', async () => {
  asReader();
  mockCall('GET /reactions/chapter/{id}', response({ counts: { ...none, laugh: 4 }, mine: null }));
  await renderPage(<Reactions story={story} chapterId={idOf(8)} />);
  await expect.element(button('Funny 4')).toBeVisible();
});
