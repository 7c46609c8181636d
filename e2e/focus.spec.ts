import { createStory, expect, signUpViaApi, test } from './support/test.ts';

test('a closed dialog returns the focus to the element that opened it, including a menu button', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token);
  await page.goto(`/write/${story}`);
  const actions = page.getByRole('button', { name: 'Actions for Evening 2' });
  // Wait for the effect of each key before the next one, as a user would.
  const openUnpublishDialog = async () => {
    await actions.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Chapter' })).toBeFocused();
    await page.keyboard.press('u');
    await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await openUnpublishDialog();
  await expect(page.getByRole('alertdialog', { name: 'Unpublish “Evening 2”?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();

  const edit = page.getByRole('button', { name: 'Edit Story' });
  await edit.click();
  await expect(page.getByRole('dialog', { name: 'Edit Story' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();

  await openUnpublishDialog();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(actions).toBeFocused();
});

test('a page that a link in the page before opened has the focus', async ({ page, site }) => {
  await signUpViaApi(page, site, 'follower');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Discover Stories' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Discover Stories' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('on a phone the bottom bar covers neither the focused element nor the end of the page', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site, 'keys');
  const buffer = Buffer.from([1, 2, 3, 4, 5].map((n) => `# Chapter ${n}\n\nText.\n\nMore.\n`).join('\n'));
  const started = await page.request.post(`${site.url}/api/v1/imports`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: { name: 'a.md', mimeType: 'text/markdown', buffer } },
  });
  const importId = String((await started.json()).data._id);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/home', '/settings', '/write?tab=create', `/write/import/${importId}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const bar = page.locator('nav.fixed');
    const top = (await bar.boundingBox())?.y ?? 0;
    const focusedElement = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return { label: '', onBar: false, edge: 0 };
        const { top: start, bottom, height } = element.getBoundingClientRect();
        // For tall elements it is enough that the start is visible.
        const edge = height > innerHeight / 2 ? start : bottom;
        const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return { label, onBar: element.closest('nav.fixed, .bottom-bar') !== null, edge };
      });
    // A page may have a bar of its own above the other.
    const own =
      (await page.locator('.bottom-bar').count()) > 0 && (await page.locator('.bottom-bar').boundingBox());
    let stops = 0;
    for (let focused = await focusedElement(); !focused.onBar; focused = await focusedElement()) {
      expect(focused.edge, `${path}: ${focused.label}`).toBeLessThanOrEqual(own ? own.y : top);
      await page.keyboard.press('Tab');
      stops += 1;
      expect(stops, 'Tab reaches the bar').toBeLessThan(300);
    }
    expect(stops).toBeGreaterThan(8);
    // The page may still grow during the key presses, so poll its end.
    const end = async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return page.locator('main').evaluate((main) => main.getBoundingClientRect().bottom);
    };
    await expect.poll(end, `${path}: end of the page`).toBeLessThanOrEqual(top);
  }
});
