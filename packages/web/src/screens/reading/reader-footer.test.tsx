import type { Story } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ReaderFooter } from './reader-footer.tsx';

resetBetweenTests();

const buttons = async (shown: Partial<Story>) => {
  asMember();
  const counts = { love: 0, laugh: 0, surprise: 0, sad: 0, suspense: 0 };
  mockCall('GET /reactions/chapter/{id}', { success: true, data: { counts, mine: null } });
  mockCall('GET /stories/{id}/follow', { success: true, isFollowing: false, followersCount: 2 });
  const view = await renderPage(
    <ReaderFooter
      story={{ ...story, isPublished: true, ...shown }}
      chapterId={idOf(20)}
      number={2}
      total={2}
      unopened={0}
      opened={false}
      isLocked={false}
      next={undefined}
      onPrevious={undefined}
      onNext={undefined}
    />,
  );
  const nav = page.getByRole('navigation', { name: 'Chapters' });
  await expect.element(nav.getByRole('button', { name: 'Mark as Completed' })).toBeVisible();
  return {
    view,
    names: () =>
      nav
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
  };
};

test('at the end of an ongoing story, following it comes before completing it', async () => {
  const ongoing = await buttons({ effectiveStatus: 'ongoing' });
  await expect.poll(ongoing.names).toEqual(['Previous Chapter', 'Follow', 'Mark as Completed']);
  mockCall('POST /stories/{id}/follow', { success: true, isFollowing: true, followersCount: 3 });
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Following' }))
    .toHaveAttribute('aria-pressed', 'true');
  await ongoing.view.unmount();
  const completed = await buttons({ effectiveStatus: 'completed' });
  expect(completed.names()).toEqual(['Previous Chapter', 'Mark as Completed']);
});

test('authors are not asked to follow their own story', async () => {
  const own = await buttons({ effectiveStatus: 'ongoing', author: { ...story.author, _id: me._id } });
  await expect.poll(own.names).toEqual(['Previous Chapter', 'Mark as Completed']);
});
