import { callAs, createStory, expect, signUpViaApi, skipOnboarding, test } from './support/test.ts';

test.describe('a link for beta readers', () => {
  // For the permission to use the clipboard.
  test.use({ freshContext: true });

  test('shows a draft chapter to whoever has it, until it is revoked, and its secret is in no request', async ({
    page,
    context,
    site,
    browser,
  }) => {
    const ana = await signUpViaApi(page, site, 'ana');
    const { story } = await createStory(page, site, ana.token, { title: 'The Lighthouse', chapters: 1 });
    const content = 'The lamp was *out*.\n***\nNobody came.';
    await callAs(page, site, ana.token, 'POST', '/chapters', { story, title: 'The storm', content });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    await page.goto(`/write/${story}`);
    await page.getByRole('button', { name: 'Actions for The storm' }).click();
    await page.getByRole('menuitem', { name: 'Share with beta readers…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Beta readers for “The storm”' });
    await expect(dialog.getByText('None.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied.')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const [address = '', token = ''] = link.split('#');
    expect(address).toBe(`${site.url}/draft`);
    expect(token).toHaveLength(43);

    const others = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
    await skipOnboarding(others);
    const reader = await others.newPage();
    const sent: string[] = [];
    reader.on('request', (request) => {
      sent.push(request.url(), JSON.stringify(request.headers()));
    });
    await reader.goto(link);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('The storm');
    await expect(reader.getByText('The Lighthouse · ana', { exact: false })).toBeVisible();
    await expect(reader.getByRole('emphasis')).toHaveText('out');
    // Lines as long as in the reading room.
    await reader.setViewportSize({ width: 1440, height: 800 });
    const text = await reader.getByRole('article').boundingBox();
    expect(text?.width).toBeLessThan(800);
    expect(text?.x).toBeGreaterThan(300);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.join('\n')).not.toContain(token);

    await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
    await expect(dialog.getByText('None.')).toBeVisible();
    await expect(dialog.getByLabel('Link for beta readers')).toHaveCount(0);
    await reader.reload();
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
    await reader.goto('/draft');
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Part of the link is missing');
    await others.close();
  });
});
