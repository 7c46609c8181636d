import type { Page } from '@playwright/test';
import { cutLines, overlaps, touch } from './support/layout.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

const kinds = [
  { name: 'left to right', language: 'en', line: 'The lamp was lit when the rain came. ' },
  { name: 'right to left', language: 'ar', line: 'كان المصباح مضاءً حين جاء المطر. ' },
  {
    name: 'vertical lines',
    language: 'ja',
    line: '「雨が降りはじめたとき、灯っていた」と彼女は言った。',
    vertical: true,
  },
  { name: 'Japanese', language: 'ja', line: '「雨が降りはじめたとき、灯っていた」と彼女は言った。' },
];
type Kind = (typeof kinds)[number];
const isMirrored = ({ language, vertical }: Kind) => language === 'ar' || vertical === true;

const settingsOf = ({ vertical = false }: Kind) => JSON.stringify({ layout: 'paged', vertical });

/** A story whose first chapter has at least twelve pages in any window of these tests. */
async function openPages(page: Page, site: Site, kind: Kind) {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2, paragraphs: 8 });
  const content = Array.from({ length: 150 }, (_, n) => `${n} ${kind.line.repeat(2 + (n % 5))}`).join('\n');
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { content });
  await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { language: kind.language });
  await signUpViaApi(page, site);
  await page.addInitScript(
    (settings) => localStorage.setItem('reading-settings', settings),
    settingsOf(kind),
  );
  await page.goto(`/reading/${story}/${chapters[0]}`);
  const bar = page.getByRole('navigation', { name: 'Pages' });
  await expect(bar).toContainText(/1 \/ \d\d/);
  await page.evaluate(() => document.fonts.ready.then(Boolean));
  return { bar, width: page.viewportSize()?.width ?? 0, height: page.viewportSize()?.height ?? 0 };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test.describe('on a slow phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { hasTouch: true } });
  for (const kind of kinds.slice(0, 3))
    test(`ten quick taps turn ten pages, with four times slower scripts: ${kind.name} [U18]`, async ({
      page,
      site,
    }) => {
      const { bar } = await openPages(page, site, kind);
      const client = await page.context().newCDPSession(page);
      await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const [on, back] = isMirrored(kind) ? [20, 370] : [370, 20];
      for (const [x, number] of [
        [on, '11 /'],
        [back, '1 /'],
      ] as const) {
        const taps = Array.from({ length: 10 }, async (_, n) => {
          await wait(n * 450);
          await touch(page, [x, 500]);
        });
        await Promise.all(taps);
        await expect(bar).toContainText(`Page ${number}`);
      }
      await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await client.detach();
    });
});

/** Controls of the chapter's end that a thumb would meet where it turns pages. */
const inTurningEdges = (page: Page): Promise<string[]> =>
  page.locator('.end-page :is(a, button)').evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { left, right } = control.getBoundingClientRect();
        return left < innerWidth * 0.28 - 1 || right > innerWidth * 0.72 + 1;
      })
      .map((control) => control.textContent),
  );

test.describe('in windows of every size', () => {
  test.use({
    viewport: { width: 320, height: 640 },
    contextOptions: { hasTouch: true, reducedMotion: 'reduce' },
  });
  for (const kind of kinds)
    test(`pages turn by touch, keys and wheel, cut no line and lie on nothing: ${kind.name} [U18]`, async ({
      page,
      site,
    }) => {
      const { bar } = await openPages(page, site, kind);
      const [on, back] = isMirrored(kind) ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
      const footer = page.locator('main > footer');
      for (const [width, height] of [
        [320, 640],
        [844, 390],
        [768, 1024],
        [1440, 900],
      ] as const) {
        const size = `${width} × ${height}`;
        const whole = async (where: string) =>
          expect([await overlaps(page), await cutLines(page)], `${where}, ${size}`).toEqual([[], 0]);
        await page.setViewportSize({ width, height });
        await page.keyboard.press('Home');
        await expect(bar).toContainText('Page 1 /');
        const [turnOn, turnBack] = isMirrored(kind) ? [width * 0.1, width * 0.9] : [width * 0.9, width * 0.1];
        await touch(page, [turnOn, height / 2]);
        await expect(bar).toContainText('Page 2 /');
        await whole('second page');
        await touch(page, [(width + turnOn) / 2.2, height / 2], [(width + turnBack) / 2.2, height / 2]);
        await expect(bar).toContainText('Page 3 /');
        await page.keyboard.press(back);
        await expect(bar).toContainText('Page 2 /');
        await page.mouse.move(width / 2, height / 2);
        await page.mouse.wheel(0, 100);
        await expect(bar).toContainText('Page 3 /');
        await touch(page, [width / 2, height / 2]);
        await expect(bar).toHaveCSS('opacity', '1');
        await whole('with bars');
        await touch(page, [turnBack, height / 2]);
        await expect(bar).toContainText('Page 2 /');
        await page.keyboard.press('End');
        await expect(bar).toContainText(/(\d+) \/ \1/);
        await whole('last page');
        await page.keyboard.press(on);
        await expect(footer.getByRole('button', { name: 'Next Chapter' })).toBeInViewport();
        await expect(footer.getByRole('button', { name: 'Loved it' })).toBeVisible();
        expect([await overlaps(page), await inTurningEdges(page)], `the end, ${size}`).toEqual([[], []]);
        await page.keyboard.press(back);
        await expect(bar).toContainText(/(\d+) \/ \1/);
      }
    });
});
