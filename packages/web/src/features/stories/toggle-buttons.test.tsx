import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { story } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { BookmarkButton } from './bookmark-button.tsx';
import { LikeButton } from './like-button.tsx';

resetBetweenTests();

const show = (isOn = false) => {
  signIn();
  return renderPage(
    <>
      <LikeButton story={{ ...story, likes: 7, isLiked: isOn }} />
      <BookmarkButton story={{ ...story, isBookmarked: isOn }} />
    </>,
  );
};
const like = page.getByRole('button', { name: /^Like/ });
const bookmark = page.getByRole('button', { name: /^Bookmark/ });
const liked = (isLiked: boolean, likes: number) => ({ success: true, liked: isLiked, likes }) as const;

describe('liking and bookmarking a story [U12]', () => {
  test('the button reacts at once, is busy until the response, and ends as that says', async () => {
    const responses = Promise.withResolvers<void>();
    mockCall('POST /stories/{id}/like', liked(true, 12), responses.promise);
    mockCall('PUT /stories/{id}/bookmark', { success: true, isBookmarked: true }, responses.promise);
    await show();
    for (const button of [like, bookmark]) {
      await expect.element(button).toHaveAttribute('aria-pressed', 'false');
      await button.click();
      await expect.element(button).toHaveAttribute('aria-pressed', 'true');
      await expect.element(button).toHaveAttribute('aria-busy', 'true');
      // It keeps the focus, and is not disabled.
      await expect.element(button).toHaveFocus();
      await expect.element(button).toBeEnabled();
    }
    await expect.element(like).toHaveTextContent('Liked8');
    await expect.element(bookmark).toHaveTextContent('Bookmarked');
    responses.resolve();
    for (const button of [like, bookmark]) {
      await expect.element(button).toHaveAttribute('aria-busy', 'false');
      await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    }
  });

  test('a failure takes it back, with a toast', async () => {
    mockFailure('POST /stories/{id}/like', 'INTERNAL', 'The lamp is out.');
    mockBadGateway('PUT /stories/{id}/bookmark');
    await show();
    await like.click();
    await expect.element(page.getByText('The lamp is out.')).toBeVisible();
    await expect.element(like).toHaveAttribute('aria-pressed', 'false');
    await expect.element(like).toHaveTextContent('Like7');
    await bookmark.click();
    await expect.element(page.getByText('Failed to toggle bookmark')).toBeVisible();
    await expect.element(bookmark).toHaveAttribute('aria-pressed', 'false');
    mockBadGateway('POST /stories/{id}/like');
    await like.click();
    await expect.element(page.getByText('Failed to like story')).toBeVisible();
  });

  test('a double click sends one request, and undoes nothing', async () => {
    const likes = mockCall('POST /stories/{id}/like', liked(true, 8));
    const bookmarks = mockCall('PUT /stories/{id}/bookmark', { success: true, isBookmarked: true });
    await show();
    for (const button of [like, bookmark]) {
      await userEvent.dblClick(button);
      await expect.element(button).toHaveAttribute('aria-busy', 'false');
      await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    }
    expect([likes.sent.length, bookmarks.sent.length]).toEqual([1, 1]);
  });

  test('presses during a request send only the last choice', async () => {
    const sent: string[] = [];
    const first = Promise.withResolvers<void>();
    mockEach('POST /stories/{id}/like', async () => {
      sent.push('like');
      await first.promise;
      return liked(true, 8);
    });
    mockEach('DELETE /stories/{id}/like', () => {
      sent.push('unlike');
      return liked(false, 7);
    });
    await show();
    like.element().focus();
    // By keyboard, since a third click would be a triple click.
    await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}');
    await expect.element(like).toHaveAttribute('aria-pressed', 'false');
    first.resolve();
    await expect.poll(() => sent).toEqual(['like', 'unlike']);
    await expect.element(like).toHaveAttribute('aria-busy', 'false');
    await expect.element(like).toHaveAttribute('aria-pressed', 'false');
  });

  test('a bookmark that another device removed in the meantime ends as the reader chose', async () => {
    // The call toggles: the first request saves the story again, a second one removes it.
    let isBookmarked = false;
    mockEach('PUT /stories/{id}/bookmark', () => {
      isBookmarked = !isBookmarked;
      return { success: true, isBookmarked };
    });
    await show(true);
    await bookmark.click();
    await expect.element(bookmark).toHaveAttribute('aria-busy', 'false');
    await expect.element(bookmark).toHaveAttribute('aria-pressed', 'false');
    expect(isBookmarked).toBe(false);
  });
});
