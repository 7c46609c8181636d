import type { Suggestion } from '@inkling/contract/search';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallResponse } from '../../lib/api.ts';
import { DiscoverSearch } from '../../screens/discover/discover.tsx';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { GlobalSearchBox } from './global-search.tsx';

resetBetweenTests();

const storyOf = (title: string, number: number): Suggestion => ({
  type: 'story',
  _id: idOf(number),
  title,
  language: 'en',
  coverImage: null,
  author: 'Grace',
});
const userOf = (name: string, number: number): Suggestion => ({
  type: 'user',
  _id: idOf(100 + number),
  username: name.toLowerCase(),
  displayName: name,
  avatar: null,
});
const chapterOf = (title: string): Suggestion => ({
  type: 'chapter',
  _id: idOf(200),
  title,
  story: { _id: idOf(1), title: 'Lamp 1', language: 'en' },
});
const found = [
  ...[1, 2, 3].map((number) => storyOf(`Lamp ${number}`, number)),
  ...[1, 2, 3].map((number) => userOf(`Lampwright${number}`, number)),
  chapterOf('The Lamp Goes Out'),
];

const suggestionsOf = (data: Suggestion[], total: number): CallResponse<'GET /search/suggestions'> => ({
  success: true,
  data,
  total,
});
const termsOf = (data: string[]): CallResponse<'GET /search/history'> => ({ success: true, data });

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

const globalBox = () =>
  renderPage(
    <>
      <Where />
      <GlobalSearchBox connect={() => undefined} />
      <button type="button">After</button>
    </>,
  );
function Discover() {
  const [text, setText] = useState('');
  return (
    <>
      <Where />
      <DiscoverSearch given={{ text, onText: setText }} />
      <p data-testid="filter">{text}</p>
      <button type="button" onClick={() => setText('')}>
        Reset
      </button>
    </>
  );
}

const discoverBox = () => renderPage(<Discover />);

const box = page.getByRole('combobox');
const options = page.getByRole('option');
const address = page.getByTestId('address');

const textOf = (option: Element) => (option.querySelector('bdi') ?? option).textContent;
/** The texts of the options, in order. */
const shown = () => options.elements().map(textOf);
const press = (...keys: string[]) => userEvent.keyboard(keys.map((key) => `{${key}}`).join(''));
/** The text of the active option. */
function active(): string | undefined {
  const id = box.element().getAttribute('aria-activedescendant');
  const option = id === null ? null : document.getElementById(id);
  return option === null ? undefined : textOf(option);
}

test('searches from two characters, once typing has paused for 300 ms [U10]', async () => {
  const queries: (string | null)[] = [];
  const pauses: number[] = [];
  let lastInput = 0;
  mockEach('GET /search/suggestions', (query) => {
    queries.push(query.get('q'));
    pauses.push(performance.now() - lastInput);
    return suggestionsOf(found, 6);
  });
  await globalBox();
  // When the page received it, whatever the machine does.
  box.element().addEventListener('input', () => {
    lastInput = performance.now();
  });
  await userEvent.type(box, ' l ');
  await expect.element(page.getByText('Type at least 2 characters to search.').first()).toBeVisible();
  await userEvent.type(box, 'amp');
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await userEvent.type(box, 's');
  await expect.poll(() => queries).toEqual(['l amp', 'l amps']);
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(299);
});

test('shows three stories and three users, and View all above six results', async () => {
  mockCall('GET /search/suggestions', suggestionsOf(found, 6));
  const { unmount } = await globalBox();
  await userEvent.type(box, 'lamp');
  await expect.element(options.first()).toBeVisible();
  expect(shown()).toHaveLength(6);
  await expect.element(page.getByRole('group', { name: 'Stories' })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('6 suggestions');
  await expect.element(page.getByText('View all')).not.toBeInTheDocument();
  await unmount();

  mockCall('GET /search/suggestions', suggestionsOf(found, 7));
  const remembered = mockCall('POST /search/history', termsOf(['lamps']));
  await globalBox();
  await userEvent.type(box, 'lamps');
  await page.getByRole('option', { name: 'View all' }).click();
  await expect.element(address).toHaveTextContent('/search?q=lamps');
  expect(remembered.sent).toEqual([{ searchTerm: 'lamps' }]);
});

test('can be used by keyboard alone [U10]', async () => {
  mockCall('GET /search/suggestions', suggestionsOf(found, 6));
  await globalBox();
  await userEvent.type(box, 'lamp');
  await expect.element(options.first()).toBeVisible();
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  expect(box.element().getAttribute('aria-controls')).toBe(page.getByRole('listbox').element().id);
  expect(active()).toBeUndefined();
  await press('ArrowDown');
  expect(active()).toBe('Lamp 1');
  await press('ArrowDown');
  expect(active()).toBe('Lamp 2');
  await press('End');
  expect(active()).toBe('Lampwright3');
  await press('ArrowDown');
  expect(active()).toBeUndefined();
  await press('ArrowUp');
  expect(active()).toBe('Lampwright3');
  await press('Home');
  expect(active()).toBe('Lamp 1');
  expect(document.activeElement).toBe(box.element());

  await press('Escape');
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await expect.element(box).toHaveValue('lamp');
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await expect.element(address).toHaveTextContent(`/story/${idOf(1)}`);
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');

  await press('ArrowDown');
  await expect.element(options.first()).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  expect(document.activeElement?.textContent).toBe('After');
  await expect.element(box).toHaveValue('lamp');
  await userEvent.click(box);
  await press('Escape', 'Escape');
  await expect.element(box).toHaveValue('');
});

test('a late response never replaces a newer one [U10]', async () => {
  const late = Promise.withResolvers<void>();
  mockEach('GET /search/suggestions', async (query) => {
    if (query.get('q') === 'lam') await late.promise;
    return suggestionsOf([storyOf(`Found for ${query.get('q')}`, 1)], 1);
  });
  await globalBox();
  await userEvent.type(box, 'lam');
  await expect.element(page.getByRole('status')).toHaveTextContent('Searching…');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await userEvent.type(box, 'ps');
  await expect.element(page.getByRole('option', { name: /Found for lamps/ })).toBeVisible();
  late.resolve();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(shown()).toEqual(['Found for lamps']);
});

test('searches nothing while an input method composes', async () => {
  const queries: (string | null)[] = [];
  mockEach('GET /search/suggestions', (query) => {
    queries.push(query.get('q'));
    return suggestionsOf([storyOf('猫の話', 1)], 1);
  });
  await globalBox();
  const field = box.element() as HTMLInputElement;
  field.focus();
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  field.value = 'ねこ';
  field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
  const enter = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true };
  expect(field.dispatchEvent(new KeyboardEvent('keydown', enter))).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(queries).toEqual([]);
  field.value = '猫の';
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  await expect.poll(() => queries).toEqual(['猫の']);
  await expect.element(page.getByRole('option', { name: /猫の話/ })).toBeVisible();
  await expect.element(address).toHaveTextContent('/');
});

test('a failure is shown in the dropdown, and the text stays', async () => {
  mockFailure('GET /search/suggestions', 'INTERNAL', 'The lamp is out.');
  await globalBox();
  await userEvent.type(box, 'lamp');
  await expect.element(page.getByText('The lamp is out.').first()).toBeVisible();
  mockCall('GET /search/suggestions', suggestionsOf(found, 6));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(options.first()).toBeVisible();
  await expect.element(box).toHaveValue('lamp');
});

test('a submitted search is remembered once, and a text that is too short shows why it is not searched for', async () => {
  const remembered = mockCall('POST /search/history', termsOf(['lamp']));
  await globalBox();
  await userEvent.type(box, 'l');
  await press('Enter');
  await expect.element(page.getByText('Type at least 2 characters to search.').first()).toBeVisible();
  await expect.element(address).toHaveTextContent('/');
  // Faster than the quick results.
  mockCall('GET /search/suggestions', suggestionsOf([], 0));
  await userEvent.type(box, 'amp  light ');
  await press('Enter');
  await expect.element(address).toHaveTextContent('/search?q=lamp%20light');
  expect(remembered.sent).toEqual([{ searchTerm: 'lamp light' }]);
  await expect.element(box).toHaveValue('lamp  light ');
});

test('on Discover, recent and trending searches are offered, and recent ones can be removed [U10]', async () => {
  signIn();
  const terms = ['one', 'two', 'three', 'four', 'five', 'six'];
  mockCall('GET /search/history', termsOf(terms));
  mockCall('GET /search/trending', {
    success: true,
    data: terms.map((term) => `trending ${term}`),
    trending: 3,
  });
  const removed = mockCall('DELETE /search/history/{term}', termsOf([]));
  await discoverBox();
  await userEvent.click(box);
  const optionsIn = (name: string) => page.getByRole('group', { name }).getByRole('option');
  await expect.element(optionsIn('Trending searches')).toHaveLength(3);
  await expect.element(optionsIn('Suggestions')).toHaveLength(2);
  expect(shown().slice(0, 7)).toEqual(['one', 'two', 'three', 'four', 'five', 'Clear all', 'trending one']);
  expect(shown()).toHaveLength(11);

  mockCall('GET /search/history', termsOf(terms.slice(1)));
  await press('ArrowDown', 'Delete');
  await expect.poll(() => shown()[0]).toBe('two');
  expect(shown()[4]).toBe('six');
  expect(removed.sent).toHaveLength(1);

  mockCall('GET /search/history', termsOf([]));
  const cleared = mockCall('DELETE /search/history', { success: true, message: 'Cleared.' });
  await page.getByRole('option', { name: 'Clear all' }).click();
  await expect.element(page.getByRole('group', { name: 'Recent searches' })).not.toBeInTheDocument();
  expect(cleared.sent).toHaveLength(1);

  const remembered = mockCall('POST /search/history', termsOf(['trending two']));
  await page.getByRole('option', { name: 'trending two' }).click();
  await expect.element(address).toHaveTextContent('/search?q=trending%20two&type=all');
  await expect.element(box).toHaveValue('trending two');
  expect(remembered.sent).toEqual([{ searchTerm: 'trending two' }]);
});

test('on Discover, the chosen type limits the quick results and the search', async () => {
  mockCall('GET /search/history', termsOf([]));
  mockCall('GET /search/trending', { success: true, data: [], trending: 0 });
  mockCall('GET /search/suggestions', suggestionsOf(found, 100));
  mockCall('POST /search/history', termsOf(['lamp']));
  await discoverBox();
  await userEvent.type(box, 'lamp');
  await expect.element(options.first()).toBeVisible();
  expect(shown()).toEqual(['Lamp 1', 'Lamp 2', 'Lamp 3', 'Lampwright1', 'Lampwright2', 'The Lamp Goes Out']);
  await page.getByText('Chapters').first().click();
  await userEvent.click(box);
  await expect.poll(shown).toEqual(['The Lamp Goes Out']);
  await press('Enter');
  await expect.element(address).toHaveTextContent('/search?q=lamp&type=chapters');
});

test('on Discover, the page receives the text and can reset it', async () => {
  mockCall('GET /search/history', termsOf([]));
  mockCall('GET /search/trending', { success: true, data: [], trending: 0 });
  mockCall('GET /search/suggestions', suggestionsOf([], 0));
  await discoverBox();
  await userEvent.type(box, 'lamp ');
  await expect.element(page.getByTestId('filter')).toHaveTextContent('lamp');
  await expect.element(box).toHaveValue('lamp ');
  await press('Escape');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.element(box).toHaveValue('');
});
