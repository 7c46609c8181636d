import type { Page } from '@playwright/test';
import { keep, openCold } from './support/offline.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

// A service worker stays for the next test of a shared context.
test.use({ freshContext: true, expectedErrors: [/cross-world service worker resource mismatch/] });

/** The fonts that the page has fetched, such as 'OpenDyslexic normal italic'. */
const loadedFonts = (page: Page, letter: string) =>
  page.evaluate(async (shown) => {
    await document.fonts.ready;
    const isFor = (range: string) =>
      range.split(',').some((part) => {
        const [first = '', last = first] = part.trim().slice(2).split('-');
        const code = shown.codePointAt(0) ?? 0;
        return Number.parseInt(first, 16) <= code && code <= Number.parseInt(last, 16);
      });
    return [...document.fonts]
      .filter(({ status, unicodeRange }) => status === 'loaded' && isFor(unicodeRange))
      .map(({ family, weight, style }) => `${family.replaceAll('"', '')} ${weight} ${style}`)
      .sort();
  }, letter);

test('a kept story is shown in the reader’s typeface and script without a network, also if the browser has forgotten its fonts', async ({
  page,
  context,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const content = 'Шёл **дождь** и *снег*. It **rained** on the *harbour*.\n\n'.repeat(30);
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { content });
  const reader = await signUpViaApi(page, site);
  await callAs(page, site, reader.token, 'PATCH', '/users/preferences', {
    readingSettings: { face: { value: 'dyslexic', age: 0 } },
  });
  await keep(page, story);
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await context.setOffline(true);
  const tab = await openCold(context, page, `/reading/${story}/${chapters[0]}`);
  await expect(tab.getByText('harbour').first()).toBeVisible();
  await expect
    .poll(() => loadedFonts(tab, 'a'))
    .toEqual(
      expect.arrayContaining([
        'OpenDyslexic normal normal',
        'OpenDyslexic normal italic',
        'OpenDyslexic 600 900 normal',
      ]),
    );
  await tab.getByRole('button', { name: 'Reading settings' }).click();
  await tab.getByRole('radio', { name: 'Serif', exact: true }).click({ force: true });
  await expect
    .poll(() => loadedFonts(tab, 'ж'))
    .toEqual(
      expect.arrayContaining(['Literata Variable 200 900 normal', 'Literata Variable 200 900 italic']),
    );
});
