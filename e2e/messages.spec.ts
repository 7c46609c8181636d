import type { Locator, Page } from '@playwright/test';
import {
  callAs,
  createComingSoonStory,
  createStory,
  expect,
  signUpViaApi,
  stopClock,
  test,
} from './support/test.ts';

// How long toasts are shown depends on their animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The opacity of an element after its running animations. */
const settledOpacity = (element: Locator) =>
  element.evaluate(async (node) => {
    await Promise.all(node.getAnimations().map(({ finished }) => finished));
    return getComputedStyle(node).opacity;
  });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

/** Expects a message to be visible for exactly this long; the page's clock must be paused. */
async function expectDuration(page: Page, message: Locator, milliseconds: number): Promise<void> {
  await expect(message).toBeVisible();
  await page.clock.runFor(milliseconds - 10);
  expect(await settledOpacity(message)).toBe('1');
  await page.clock.runFor(10);
  await expect.poll(() => settledOpacity(message)).toBe('0');
  await page.clock.runFor(2000);
  await expect(message).toHaveCount(0);
}

test('success toasts last four seconds, errors five, at the top right', async ({ page, site }) => {
  const { token } = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, token, { chapters: 3, published: false });
  await page.clock.install();
  await page.goto(`/write/${story}`);
  const move = page.getByRole('button', { name: 'Move Evening 1 down' });
  await expect(move).toBeVisible();
  await stopClock(page);
  await move.click();
  const success = toast(page, 'Chapters reordered successfully!');
  await expect(success).toBeVisible();
  await settledOpacity(success);
  const box = await success.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
  expect(box?.y).toBeLessThan(40);
  await expectDuration(page, success, 4000);
  await page.route('**/chapters/reorder', (route) => route.abort());
  await move.click();
  const error = toast(page, 'The server cannot be reached.');
  await expect(error.getByRole('alert')).toBeVisible();
  await expectDuration(page, error, 5000);
});

test('notices last four seconds, and at most twenty toasts are shown at once', async ({ page, site }) => {
  const { token } = await signUpViaApi(page, site);
  const title = 'The Lamp That Is Not Lit';
  await createComingSoonStory(page, site, token, title);
  await page.clock.install();
  await page.goto('/home');
  const link = page.getByRole('link', { name: title }).first();
  await expect(link).toBeVisible();
  await stopClock(page);
  const notices = toast(page, 'This story is coming soon! Chapters will be available shortly.');
  await link.press('Enter');
  await expectDuration(page, notices, 4000);
  for (let time = 0; time < 24; time += 1) await link.press('Enter');
  await expect(notices).toHaveCount(20);
});

test('a failed action in the writing area shows the server’s message, else the action’s fallback', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const { token } = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, token, { title: 'Public', chapters: 2 });
  await callAs(page, site, token, 'PUT', `/chapters/${chapters[1]}`, { isPublished: false });
  const draft = await createStory(page, site, token, { title: 'Private', chapters: 1, published: false });

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
