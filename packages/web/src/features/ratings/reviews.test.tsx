import type { OwnRating, RatingRefusal, RatingSummary, Review } from '@inkling/contract/ratings';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { Reviews } from './reviews.tsx';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';

resetBetweenTests();

const day = '2026-01-02T00:00:00.000Z';
const unrated: RatingSummary = {
  averageRating: null,
  ratingsCount: 0,
  reviewsCount: 0,
  distribution: [0, 0, 0, 0, 0],
};
const rated: RatingSummary = {
  averageRating: 4.25,
  ratingsCount: 4,
  reviewsCount: 2,
  distribution: [0, 0, 1, 1, 2],
};
const review: Review = {
  _id: idOf(50),
  user: { _id: idOf(51), username: 'bo', displayName: 'Bo', avatar: null },
  rating: 4,
  review: 'A lamp worth following.',
  isSpoiler: false,
  isFolded: false,
  progress: 40,
  helpful: 2,
  isHelpful: false,
  createdAt: day,
  editedAt: null,
  reply: null,
};
const spoiler: Review = {
  ...review,
  _id: idOf(52),
  user: { ...review.user, _id: idOf(53), displayName: 'Cy' },
  review: null,
  isSpoiler: true,
  isFolded: true,
  editedAt: day,
};
const own: OwnRating = {
  _id: idOf(54),
  rating: 3,
  review: 'Fine.',
  isSpoiler: false,
  isHeld: false,
  updatedAt: day,
};

interface Listed {
  data?: Review[];
  summary?: RatingSummary;
  mine?: OwnRating | null;
  refusal?: RatingRefusal | null;
  total?: number;
  hasMore?: boolean;
}

const response = ({
  data = [],
  summary = unrated,
  mine = null,
  refusal = null,
  total = data.length,
  hasMore = false,
}: Listed) => ({
  success: true as const,
  data,
  summary,
  mine,
  refusal,
  pagination: { page: 1, limit: 10, total, totalPages: 1, hasMore },
});
const mockList = (listed: Listed) => mockCall('GET /stories/{id}/reviews', response(listed));

const asMember = (): void => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
};
const star = (name: string) => page.getByRole('radio', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const show = () => renderPage(<Reviews story={story} />);

test('the placeholder has no room for a summary and reviews that cannot be there', async () => {
  for (const [ratingsCount, blocks] of [
    [0, 1],
    [1, 3],
    [9, 4],
  ] as const) {
    const { container } = await renderPage(
      <ReviewsSkeleton story={{ stats: { ...story.stats, ratingsCount } }} />,
    );
    expect(container.querySelector('[aria-busy]')?.children).toHaveLength(blocks);
  }
});

test('a visitor reads reviews and bars, and is led to sign in and back', async () => {
  mockList({ data: [review], summary: rated, refusal: 'signed-out' });
  await show();
  await expect.element(page.getByText('A lamp worth following.')).toBeVisible();
  await expect.element(page.getByText(/Reviewed at 40%/)).toBeVisible();
  await expect.element(page.getByText('2 readers found this helpful')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', `/login?redirect=${encodeURIComponent(`/story/${story._id}`)}`);
  const bars = page.getByRole('list', { name: 'Ratings by stars' });
  expect([...bars.element().children].map((item) => item.textContent)).toEqual([
    '5 stars: 2 ratings',
    '4 stars: 1 rating',
    '3 stars: 1 rating',
    '2 stars: 0 ratings',
    '1 star: 0 ratings',
  ]);
  expect(page.getByRole('radio').elements()).toEqual([]);
});

test('a reader who has not read a chapter is told so', async () => {
  asMember();
  mockList({ refusal: 'not-read' });
  await show();
  await expect.element(page.getByText('Read a chapter online to rate this story.')).toBeVisible();
  await expect.element(page.getByText('No reviews yet.')).toBeVisible();
});

test('a reader chooses stars with the arrow keys, writes a review and saves it', async () => {
  asMember();
  mockList({});
  await show();
  await expect.element(page.getByText('No reviews yet. Be the first to write one.')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await star('3 stars').click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(star('4 stars')).toBeChecked();
  await expect.element(button('Save rating')).toBeVisible();
  await page.getByRole('textbox', { name: 'Review (optional)' }).fill('Warm and slow.');
  await page.getByRole('checkbox', { name: 'This review contains spoilers' }).click();
  const sent = mockCall('PUT /stories/{id}/rating', { success: true, data: own, summary: rated });
  mockList({ data: [review], summary: rated, mine: { ...own, rating: 4 } });
  await button('Save review').click();
  await expect.element(button('Edit')).toHaveFocus();
  expect(sent.sent).toEqual([{ rating: 4, review: 'Warm and slow.', isSpoiler: true }]);
  await expect.element(page.getByText('4 ratings', { exact: true })).toBeVisible();
});

test('what was typed survives a failure and a reload', async () => {
  asMember();
  mockList({});
  const first = await show();
  await star('2 stars').click();
  await page.getByRole('textbox').fill('Not for me.');
  mockFailure('PUT /stories/{id}/rating', 'NOT_ALLOWED', 'Read a chapter online to rate this story.');
  await button('Save review').click();
  await expect.element(page.getByText('Your text is still here.')).toBeVisible();
  await first.unmount();
  forgetData();
  await show();
  await expect.element(page.getByRole('textbox')).toHaveValue('Not for me.');
  await expect.element(star('2 stars')).toBeChecked();
});

test('a reader edits and deletes their rating', async () => {
  asMember();
  mockList({ summary: rated, mine: own });
  await show();
  await button('Edit').click();
  await expect.element(star('3 stars')).toHaveFocus();
  // The mouse may rest where the stars appear.
  const resting = new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' });
  star('1 star').element().closest('label')?.dispatchEvent(resting);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.querySelectorAll('fieldset .fill-accent')).toHaveLength(3);
  await expect.element(page.getByRole('textbox')).toHaveValue('Fine.');
  await button('Cancel').click();
  await expect.element(button('Edit')).toHaveFocus();
  await button('Delete').click();
  await expect.element(page.getByRole('heading', { name: 'Delete your review?' })).toBeVisible();
  const deleted = mockCall('DELETE /stories/{id}/rating', { success: true, data: null, summary: unrated });
  mockList({});
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(star('5 stars')).toBeVisible();
  expect(deleted.sent.length).toBe(1);
});

test('the writer reads a review that is held, which is not in the list', async () => {
  asMember();
  mockList({ summary: rated, mine: { ...own, isHeld: true } });
  await show();
  await expect.element(page.getByText('Held for review')).toBeVisible();
  await expect.element(page.getByText('Fine.')).toBeVisible();
});

test('a spoiler is folded until the reader asks for it', async () => {
  asMember();
  mockList({ data: [spoiler], summary: rated });
  await show();
  await expect.element(page.getByText('This review contains spoilers.')).toBeVisible();
  const text = 'The lamp was a lighthouse.';
  mockFailure('GET /reviews/{id}', 'NOT_FOUND', 'Review not found');
  await button('Show anyway: review by Cy').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Review not found');
  const reply = { text: 'It was.', at: day };
  mockCall('GET /reviews/{id}', {
    success: true,
    data: { ...spoiler, isFolded: false, review: text, reply },
  });
  await button('Show anyway: review by Cy').click();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText('It was.')).toBeVisible();
  await expect.element(page.getByText(/^Reply by Grace/)).toBeVisible();
});

test('Helpful marks at once, and goes back if the server refuses', async () => {
  asMember();
  mockList({ data: [review], summary: rated });
  await show();
  const helpful = page.getByRole('button', { name: /^Helpful/ });
  const marked = mockCall('POST /reviews/{id}/helpful', { success: true, helpful: 3, isHelpful: true });
  await helpful.click();
  await expect.element(helpful).toHaveTextContent('Helpful3');
  await expect.element(helpful).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => marked.sent.length).toBe(1);
  mockFailure('DELETE /reviews/{id}/helpful', 'UNAVAILABLE', 'Please try again.');
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Please try again.')).toBeVisible();
  await expect.element(helpful).toHaveTextContent('Helpful3');
});

test('the author of the story replies to a review, and neither rates it nor marks reviews', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, _id: story.author._id } });
  mockList({ data: [review], summary: rated, refusal: 'author' });
  await show();
  await button('Reply').click();
  await expect.element(page.getByRole('textbox', { name: 'Your reply' })).toHaveFocus();
  expect(page.getByRole('radio').elements()).toEqual([]);
  expect(page.getByRole('button', { name: /^Helpful/ }).elements()).toEqual([]);
  await page.getByRole('textbox').fill('Thank you.');
  const replied = { ...review, reply: { text: 'Thank you.', at: day } };
  const sent = mockCall('PUT /reviews/{id}/reply', { success: true, data: replied });
  mockList({ data: [replied], summary: rated, refusal: 'author' });
  await button('Save reply').click();
  await expect.element(button('Edit your reply')).toHaveFocus();
  expect(sent.sent).toEqual([{ text: 'Thank you.' }]);
  await expect.element(page.getByText('Thank you.')).toBeVisible();
  await button('Delete your reply').click();
  const deleted = mockCall('DELETE /reviews/{id}/reply', { success: true, message: '' });
  mockList({ data: [review], summary: rated, refusal: 'author' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(button('Reply')).toBeVisible();
  expect(deleted.sent.length).toBe(1);
});

test('reviews can be sorted, and further pages shown', async () => {
  asMember();
  const asked: string[] = [];
  mockEach('GET /stories/{id}/reviews', (query) => {
    asked.push(`${query.get('sort')} ${query.get('page')}`);
    const number = Number(query.get('page'));
    const data = { ...review, _id: idOf(60 + number), review: `${query.get('sort')} page ${number}` };
    return response({ data: [data], summary: rated, total: 2, hasMore: number === 1 });
  });
  await show();
  await expect.element(page.getByText('newest page 1')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort reviews' }).selectOptions('Most helpful');
  await expect.element(page.getByText('helpful page 1')).toBeVisible();
  await expect.element(page.getByText('Showing 1 of 2 reviews.')).toBeVisible();
  await button('Show more').click();
  await expect.element(page.getByText('helpful page 2')).toBeVisible();
  expect(asked).toEqual(['newest 1', 'helpful 1', 'helpful 2']);
});

test('a list that leaves out hidden people ends without a button, and their menu is on the others', async () => {
  asMember();
  mockList({ data: [review], summary: rated, total: 2, refusal: 'not-allowed' });
  await show();
  await expect.element(page.getByText('You can’t rate this story.')).toBeVisible();
  await expect.element(button('Mute, block or report Bo')).toBeVisible();
  expect(button('Show more').elements()).toEqual([]);
  expect(page.getByRole('group', { name: 'Rate this story' }).elements()).toEqual([]);
});
