import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { StoryMenu } from './story-menu.tsx';

resetBetweenTests();

const menu = (allowsEbook?: true) => (
  <StoryMenu
    story={{ ...story, ...(allowsEbook && { allowsEbook }) }}
    mine={false}
    trigger={<button type="button">More</button>}
    onKeep={() => {}}
  />
);

test('a story is downloaded as an EPUB where its author allows it', async () => {
  signIn();
  const { unmount } = await renderPage(menu());
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Add to collection' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: /EPUB/ }).elements()).toEqual([]);
  await unmount();
  const { sent } = mockCall('GET /stories/{id}/ebook', { success: true } as never);
  await renderPage(menu(true));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Download for Kobo (KEPUB)' }).click();
  await expect.element(page.getByText(/^Saved as .+\.kepub\.epub\.$/)).toBeVisible();
  expect(sent).toHaveLength(1);
});
