import type { Page } from '@playwright/test';
import { keep } from './support/offline.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';
import { addVoice } from './support/voice.ts';

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reading settings' }).click();
  await expect(page.getByRole('switch', { name: 'Rain sound' })).toBeVisible();
}

test('reading aloud goes on to the next chapter, and ends when it is stopped or the reader leaves', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 3 });
  for (const [index, chapter] of chapters.entries()) {
    const [lamp, middle] = [`Lamp ${index + 1}`, 'It burned on. '.repeat(70)];
    const content = `${lamp} was lit. It burned.\n${middle}\n${lamp} went out.`;
    await callAs(page, site, reader.token, 'PUT', `/chapters/${chapter}`, { content });
  }
  const voice = await addVoice(page);
  const marked = page.locator('[data-spoken]');
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await openSettings(page);
  await page.getByRole('button', { name: 'Read aloud' }).click();
  const player = page.getByRole('region', { name: 'Read aloud' });
  await expect(player.getByRole('button', { name: 'Pause reading aloud' })).toBeVisible();
  await expect.poll(voice.speaking).toBe('Lamp 1 was lit.');
  await expect(marked).toHaveText('Lamp 1 was lit. It burned.');
  await voice.endSentence();
  await expect.poll(voice.speaking).toBe('It burned.');
  await voice.endSentence('Lamp 1 went out.');
  await expect(marked).toHaveText('Lamp 1 went out.');

  await test.step('the next chapter', async () => {
    await voice.endSentence();
    await expect(page).toHaveURL(`/reading/${story}/${chapters[1]}`);
    await expect.poll(voice.speaking).toBe('Lamp 2 was lit.');
    await expect(marked).toHaveText('Lamp 2 was lit. It burned.');
    await expect(marked).toBeInViewport();
    expect((await voice.texts()).slice(-2)).toEqual(['Lamp 1 went out.', 'Lamp 2 was lit.']);
  });

  await test.step('stopped', async () => {
    await player.getByRole('button', { name: 'Stop reading aloud' }).click();
    await expect(player).toHaveCount(0);
    await expect(marked).toHaveCount(0);
    expect(await voice.speaking()).toBeUndefined();
  });

  await test.step('turning to another chapter reads that one', async () => {
    await openSettings(page);
    await page.getByRole('button', { name: 'Read aloud' }).click();
    await expect.poll(voice.speaking).toBe('Lamp 2 was lit.');
    await page.keyboard.press('ArrowRight');
    await expect.poll(voice.speaking).toBe('Lamp 3 was lit.');
    await expect(marked).toHaveText('Lamp 3 was lit. It burned.');
  });

  await test.step('left', async () => {
    const before = await voice.texts();
    await page.getByRole('link', { name: 'The Lamp' }).click();
    await expect(page).toHaveURL(`/story/${story}`);
    await expect.poll(voice.speaking).toBeUndefined();
    expect(await voice.texts()).toEqual(before);
  });
});

/**
 * Records the page's audio: its contexts, and what is played at which volume. Without a window, Chromium always allows
 * sound; `isSilent` suspends it as Chromium does before the first gesture.
 */
function recordAudio(isSilent: boolean): void {
  const audio: Window['audio'] = [];
  window.audio = audio;
  window.AudioContext = class extends AudioContext {
    sound: Window['audio'][number] = { context: this, source: null, gain: null };
    constructor() {
      super();
      audio.push(this.sound);
      if (isSilent) void this.suspend();
    }
    override createBufferSource() {
      this.sound.source = super.createBufferSource();
      return this.sound.source;
    }
    override createGain() {
      this.sound.gain = super.createGain();
      return this.sound.gain;
    }
  };
}

declare global {
  interface Window {
    audio: { context: AudioContext; source: AudioBufferSourceNode | null; gain: GainNode | null }[];
  }
}

test('rain is fetched and plays once it is switched on, at 0.3 and in a loop, is remembered, and ends on leaving', async ({
  page,
  site,
  context,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1 });
  await page.addInitScript(recordAudio, false);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const fetched = () => requests.filter((path) => path === '/ambient-rain.mp3').length;
  const contexts = () => page.evaluate(() => window.audio.map(({ context }) => context.state));
  const volume = () => page.evaluate(() => window.audio[0]?.gain?.gain.value ?? 0);
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await openSettings(page);
  expect([fetched(), await contexts()]).toEqual([0, []]);

  await page.getByRole('switch', { name: 'Rain sound' }).check();
  await expect.poll(contexts).toEqual(['running']);
  await expect.poll(volume).toBeCloseTo(0.3);
  const sound = () =>
    page.evaluate(() => {
      const [{ context, source } = { context: null, source: null }] = window.audio;
      const { loop, loopStart, loopEnd, buffer } = source ?? {};
      return { time: context?.currentTime ?? 0, loop, loopStart, loopEnd, seconds: buffer?.duration ?? 0 };
    });
  const first = await sound();
  expect(first).toMatchObject({ loop: true, loopStart: 1, loopEnd: 65 });
  expect(first.seconds).toBeGreaterThan(65);
  await expect.poll(async () => (await sound()).time).toBeGreaterThan(first.time);
  expect(fetched()).toBe(1);

  await test.step('in another tab, which the browser keeps silent, it waits for a gesture', async () => {
    const tab = await context.newPage();
    await tab.addInitScript(recordAudio, true);
    await tab.goto(`/reading/${story}/${chapters[0]}`);
    const state = () => tab.evaluate(() => window.audio[0]?.context.state);
    await expect.poll(state).toBe('suspended');
    // Without a gesture.
    await tab
      .getByRole('button', { name: 'Reading settings' })
      .evaluate((button: HTMLElement) => button.click());
    const rain = tab.getByRole('switch', { name: 'Rain sound' });
    await expect(rain).toBeChecked();
    await expect(rain).toHaveAccessibleDescription('Starts with your next tap or key press.');
    await tab.keyboard.press('Shift');
    await expect.poll(state).toBe('running');
    await expect(rain).toHaveAccessibleDescription('');
    await tab.close();
  });

  await test.step('leaving', async () => {
    await page.getByRole('link', { name: 'The Lamp' }).click();
    await expect(page).toHaveURL(`/story/${story}`);
    // A context that had not started in time was closed and replaced by another.
    await expect.poll(async () => [...new Set(await contexts())]).toEqual(['closed']);
  });
});

test.describe('in a kept story', () => {
  // A service worker stays for the next test of a shared context.
  test.use({
    freshContext: true,
    expectedErrors: [/cross-world service worker resource mismatch|using link preload but not used/],
  });

  test('rain plays without a network, though it was never switched on before', async ({
    page,
    site,
    context,
  }) => {
    const author = await joinViaApi(page, site, 'author');
    const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
    await signUpViaApi(page, site);
    await keep(page, story);
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    await context.setOffline(true);
    const tab = await context.newPage();
    await tab.addInitScript(recordAudio, false);
    await tab.goto(`/reading/${story}/${chapters[0]}`);
    await openSettings(tab);
    await tab.getByRole('switch', { name: 'Rain sound' }).check();
    await expect.poll(() => tab.evaluate(() => window.audio[0]?.context.state)).toBe('running');
    await expect.poll(() => tab.evaluate(() => window.audio[0]?.gain?.gain.value ?? 0)).toBeCloseTo(0.3);
  });
});
