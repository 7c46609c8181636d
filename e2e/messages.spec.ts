import type { Page } from '@playwright/test';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

// Toasts come and go with their usual animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

test('a failed action in the writing area shows the server’s message, else the action’s fallback', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const { token } = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, token, { title: 'Public', chapters: 2 });
  await callAs(page, site, token, 'PUT', `/chapters/${chapters[1]}`, { isPublished: false });
  const draft = await createStory(page, site, token, { title: 'Private', chapters: 1, published: false });
  await callAs(page, site, token, 'PUT', `/chapters/${draft.chapters[0]}`, { isPublished: true });

  let serverMessage: string | null = null;
  await page.route('**/api/v1/{stories,chapters}{,/**}', (route) => {
    if (route.request().method() === 'GET') return route.continue();
    if (serverMessage === null) return route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' });
    return route.fulfill({ status: 500, json: { success: false, code: 'INTERNAL', message: serverMessage } });
  });
  const confirm = (name: string) =>
    page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  const ofStory = (action: string) => async () => {
    await page.getByRole('button', { name: action, exact: true }).click();
    await confirm(action);
  };
  const ofChapter = (chapter: string, action: string) => async () => {
    await page.getByRole('button', { name: `Actions for ${chapter}` }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    await confirm(action);
  };
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
  /** Toasts may cover the next button, and stay while the pointer is over them. */
  const closeToasts = async () => {
    const buttons = page.getByRole('button', { name: 'Close message' });
    await buttons.evaluateAll((all: HTMLElement[]) => {
      for (const button of all) button.click();
    });
    await expect(buttons).toHaveCount(0);
  };
  const expectFailure = async (
    fallback: string,
    act: () => Promise<void>,
    messageWith = (text: string) => toast(page, text),
  ) => {
    await test.step(fallback, async () => {
      serverMessage = `The lamp is out, instead of ‘${fallback}’`;
      await act();
      await expect(messageWith(serverMessage)).toBeVisible();
      await closeToasts();
      serverMessage = null;
      await act();
      await expect(messageWith(fallback).filter({ hasNotText: 'The lamp is out' })).toBeVisible();
      await closeToasts();
    });
  };

  await page.goto(`/write/${story}`);
  await expectFailure('Failed to unpublish chapter.', ofChapter('Evening 1', 'Unpublish'));
  await expectFailure('Failed to publish chapter.', ofChapter('Evening 2', 'Publish'));
  await expectFailure('Failed to delete chapter.', ofChapter('Evening 2', 'Delete'));
  await expectFailure('Failed to reorder chapters.', press('Move Evening 1 down'));
  await expectFailure('Failed to unpublish story.', ofStory('Unpublish'));
  await expectFailure('Failed to delete story.', ofStory('Delete'));
  await press('Edit Story')();
  await expectFailure('Failed to update story.', press('Save Story'));
  await page.goto(`/write/${draft.story}`);
  await expectFailure('Failed to publish story.', ofStory('Publish'));
  await page.goto('/write?tab=create');
  await page.getByRole('textbox', { name: 'Title' }).fill('Never Begun');
  await page.getByLabel('Description').fill('A story that the server does not take.');
  await page.getByRole('button', { name: 'Drama', exact: true }).click();
  await expectFailure('Failed to create story.', press('Create Story'));
  await page.goto(`/write/${story}/chapter/${chapters[0]}`);
  await expectFailure('Failed to save chapter.', press('Save'), (text) =>
    page.getByRole('alert').filter({ hasText: text }),
  );
});

test('toasts are below the reader’s bar at every width', async ({ page, site }) => {
  const { token } = await signUpViaApi(page, site);
  // A single chapter has the most buttons.
  const { story } = await createStory(page, site, token, { chapters: 1 });
  await page.route('**/bookmark', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await page.goto(`/reading/${story}`);
  for (const width of [320, 390, 700, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: /^Bookmark/ }).click();
    const shown = page.locator('.toast');
    await expect(shown).toBeVisible();
    const bar = await page.locator('.reader-bar').boundingBox();
    const barBottom = (bar?.y ?? 0) + (bar?.height ?? 0);
    // Toasts slide in from above.
    const top = async () => (await shown.boundingBox())?.y ?? 0;
    await expect.poll(top, { message: `${width} px` }).toBeGreaterThanOrEqual(barBottom);
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(shown).toHaveCount(0);
  }
});
