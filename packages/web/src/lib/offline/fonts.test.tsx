import { afterEach, beforeEach, expect, test } from 'vitest';
import { me, story } from '../../testing/fixtures.ts';
import { emptyDevice, mockStory } from '../../testing/offline-story.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { keepFonts } from './fonts.ts';
import { keepStory } from './keep-story.ts';
import { cachedResponses } from './offline-store.ts';
import { claim } from './offline-stories.ts';

resetBetweenTests();

const faces = `
  @font-face { font-family: "Serif"; src: url("/a/serif-cyrillic.woff2") format("woff2"); unicode-range: U+301, U+400-45F; }
  @font-face { font-family: "Serif"; src: url("/a/serif-greek.woff2") format("woff2"); unicode-range: U+370-3FF; }
  @font-face { font-family: "Serif"; src: url("/a/serif-latin.woff2") format("woff2"); unicode-range: U+0-FF; }
  @font-face { font-family: "OpenDyslexic"; src: url("/a/dyslexic.woff2") format("woff2"); }
  @font-face { font-family: "OpenDyslexic"; src: url("/a/dyslexic-bold.woff2") format("woff2"); font-weight: 700; }
  @font-face { font-family: "Serif like Georgia"; src: local("Georgia"); }`;

/** Shows the site's style sheet with these faces, whose files the server has. */
function showFaces(css: string): void {
  const style = document.createElement('style');
  style.dataset.faces = '';
  style.textContent = css;
  document.head.append(style);
  const { fetch } = window;
  window.fetch = async (target, options) =>
    String(target).endsWith('.woff2') ? new Response('a font') : fetch(target, options);
}

beforeEach(async () => {
  signIn();
  await emptyDevice();
  await claim(me._id);
});
afterEach(() => {
  for (const style of document.querySelectorAll('[data-faces]')) style.remove();
});

const keptFonts = async () =>
  (await (await cachedResponses()).keys())
    .filter(({ url }) => url.endsWith('.woff2'))
    .map(({ url }) => new URL(url).pathname)
    .sort();
const withFace = (face: 'serif' | 'dyslexic') => ({
  readingPreferences: { ...me.readingPreferences, readingSettings: { face } },
});

test('the fonts of the scripts in a kept story’s texts are kept, and no others', async () => {
  showFaces(faces);
  mockStory({ content: 'It rained. Шёл дождь.' });
  await keepStory(me, story._id);
  await keepFonts(me);
  expect(await keptFonts()).toEqual(['/a/serif-cyrillic.woff2']);
});

test('a style sheet of another site, which scripts may not read, prevents nothing', async () => {
  showFaces(faces);
  const foreign = document.createElement('style');
  foreign.dataset.faces = '';
  document.head.prepend(foreign);
  Object.defineProperty(foreign.sheet, 'cssRules', {
    get: () => {
      throw new DOMException('Cannot access rules', 'SecurityError');
    },
  });
  mockStory({ content: 'Шёл дождь.' });
  await keepStory(me, story._id);
  await keepFonts(me);
  expect(await keptFonts()).toEqual(['/a/serif-cyrillic.woff2']);
});

test('the face for dyslexic readers is kept where it is chosen, in each of its styles', async () => {
  showFaces(faces);
  mockStory();
  await keepStory(me, story._id);
  await keepFonts(withFace('serif'));
  expect(await keptFonts()).toEqual([]);
  await keepFonts(withFace('dyslexic'));
  expect(await keptFonts()).toEqual(['/a/dyslexic-bold.woff2', '/a/dyslexic.woff2']);
});

test('a new version of the site replaces the fonts, also of a story that has not changed', async () => {
  showFaces(faces);
  mockStory({ content: 'Έβρεχε.' });
  await keepStory(me, story._id);
  await keepFonts(me);
  for (const style of document.querySelectorAll('[data-faces]')) style.remove();
  showFaces(faces.replaceAll('serif-', 'serif-second-'));
  await keepFonts(me);
  expect(await keptFonts()).toEqual(['/a/serif-second-greek.woff2']);
});
