import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { caretRead, field, openField, undo } from '../rich-text/open-field.fixture.tsx';

const find = page.getByRole('textbox', { name: 'Find' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const status = (text: string) => page.getByText(text, { exact: true });

async function openFind() {
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(find).toHaveFocus();
}

test('matches are counted and selected one after the other; Escape returns to the text', async () => {
  const text = await openField('Rain and *rain*.\n***\nTrains in the rain');
  await openFind();
  await userEvent.keyboard('rain');
  await expect.element(status('1 of 4')).toBeVisible();
  await expect.poll(() => field.element().querySelectorAll('.found')).toHaveLength(4);
  expect(field.element().querySelector('.found.is-selected')?.textContent).toBe('Rain');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(status('3 of 4')).toBeVisible();
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(status('2 of 4')).toBeVisible();
  await button('Match case').click();
  await expect.element(status('1 of 3')).toBeVisible();
  await button('Whole words').click();
  await expect.element(status('1 of 2')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  expect(field.element().querySelectorAll('.found')).toHaveLength(0);
  // The match is selected.
  await userEvent.keyboard('snow');
  expect(text.read()).toBe('Rain and *snow*.\n***\nTrains in the rain');
});

test('a selected word is what is searched for, and typing in the text keeps the matches right', async () => {
  await openField('one two one');
  await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
  await caretRead();
  await openFind();
  await expect.element(find).toHaveValue('one');
  await expect.element(status('2 of 2')).toBeVisible();
  await field.click();
  await userEvent.keyboard('{Control>}{End}{/Control} one');
  await expect.element(status('2 of 3')).toBeVisible();
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(find).toHaveFocus();
});

test('one match is replaced after the other, with its emphasis', async () => {
  const text = await openField('a *cat* and a cat\n| cat');
  await openFind();
  await userEvent.keyboard('cat');
  await expect.element(status('1 of 3')).toBeVisible();
  await button('Replace').click();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('cat dog');
  await button('Replace one').click();
  await expect.element(status('2 of 3')).toBeVisible();
  expect(text.read()).toBe('a *cat dog* and a cat\n| cat');
  await button('Replace one').click();
  await expect.element(status('3 of 3')).toBeVisible();
  expect(text.read()).toBe('a *cat dog* and a cat dog\n| cat');
});

test('all matches are replaced at once, and undo takes all of them back', async () => {
  const before = 'a *cat* and a **cat**\n***\n| cat, cats\nnone';
  const text = await openField(before);
  await openFind();
  await userEvent.keyboard('cat');
  await expect.element(status('1 of 4')).toBeVisible();
  await button('Replace').click();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('dog');
  await button('Replace all').click();
  await expect.element(page.getByText('Replaced 4 matches. You can undo this.')).toBeVisible();
  expect(text.read()).toBe('a *dog* and a **dog**\n***\n| dog, dogs\nnone');
  await field.click();
  await undo();
  expect(text.read()).toBe(before);
});

test('a replacement is text, and without one the paragraph stays', async () => {
  const text = await openField('cat\ncat');
  await openFind();
  await userEvent.keyboard('cat');
  await expect.element(status('1 of 2')).toBeVisible();
  await button('Replace').click();
  await button('Replace one').click();
  await expect.element(status('1 of 1')).toBeVisible();
  expect(text.read()).toBe('\ncat');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('$1 $& \\n');
  await button('Replace all').click();
  expect(text.read()).toBe('\n$1 $& \\n');
});

test('many matches are replaced, which undo takes back as one change', async () => {
  const before = `${'a *cat*, '.repeat(20)}end\n`.repeat(100).trim();
  const text = await openField(before);
  await openFind();
  await userEvent.keyboard('cat');
  await expect.element(status('1 of 2,000')).toBeVisible();
  await button('Replace').click();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('tiger');
  await button('Replace all').click();
  expect(text.read()).toBe(before.replaceAll('cat', 'tiger'));
  await field.click();
  await undo();
  expect(text.read()).toBe(before);
});

test('a letter that occurs tens of thousands of times is counted, highlighted in part, and replaced in one step', async () => {
  const line = `${'We need *ten* men here, and a dog too. '.repeat(4).trim()}\n`;
  const before = line.repeat(2500).trim();
  const text = await openField(before);
  await openFind();
  await userEvent.keyboard('e');
  await expect.element(status('1 of 70,000')).toBeVisible();
  expect(field.element().querySelectorAll('.found')).toHaveLength(1000);
  await button('Replace').click();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('o');
  await button('Replace all').click();
  await expect.element(page.getByText('Replaced 70,000 matches. You can undo this.')).toBeVisible();
  expect(text.read()).toBe(before.replaceAll('e', 'o'));
  await field.click();
  await undo();
  expect(text.read()).toBe(before);
});

test('without a match the bar says so, and Replace all changes nothing', async () => {
  const text = await openField('one');
  await openFind();
  await userEvent.keyboard('x(');
  await expect.element(status('No matches')).toBeVisible();
  await button('Replace').click();
  await button('Replace all').click();
  expect(text.read()).toBe('one');
});
