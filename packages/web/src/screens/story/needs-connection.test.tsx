import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LikeButton } from '../../features/stories/like-button.tsx';
import { setOnline } from '../../testing/connection.ts';
import { story } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ConnectionReason, NeedsConnection } from './member-actions.tsx';
import { StoryMenu } from './story-menu.tsx';

resetBetweenTests();
afterEach(() => vi.restoreAllMocks());

test('without a connection what needs one cannot be pressed, and the page says why', async () => {
  await renderPage(
    <>
      <NeedsConnection>
        <button type="button">Add to collection</button>
      </NeedsConnection>
      <button type="button">Like</button>
      <ConnectionReason />
    </>,
  );
  const button = page.getByRole('button', { name: 'Add to collection' });
  await expect.element(button).toBeEnabled();
  setOnline(false);
  await expect.element(button).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Like' })).toBeEnabled();
  const reason = page.getByText('You’re offline. Some buttons need a connection and are switched off.');
  await expect.element(reason).toBeVisible();
  setOnline(true);
  await expect.element(button).toBeEnabled();
  expect(reason.elements()).toEqual([]);
});

test('without a connection, and without kept stories, a story cannot be liked either', async () => {
  await renderPage(
    <>
      <LikeButton story={story} />
      <StoryMenu
        story={story}
        mine={false}
        onKeep={() => undefined}
        trigger={<button type="button">More</button>}
      />
    </>,
  );
  const like = page.getByRole('button', { name: /^Like/ });
  await expect.element(like).toBeEnabled();
  setOnline(false);
  await expect.element(like).toBeDisabled();
  await page.getByRole('button', { name: 'More' }).click();
  for (const name of [/^Add to collection/, /^Report/])
    await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('data-disabled');
  setOnline(true);
  await expect.element(page.getByRole('menuitem', { name: 'Report' })).not.toHaveAttribute('data-disabled');
});
