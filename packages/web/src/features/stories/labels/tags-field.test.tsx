import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mockCall } from '../../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { TagsField } from './tags-field.tsx';

resetBetweenTests();

function Field() {
  const [tags, setTags] = useState<string[]>([]);
  return (
    <>
      <TagsField label="Tags" hint="Up to 3." value={tags} onChange={setTags} max={3} />
      <p data-testid="value">{tags.join('|')}</p>
      <button type="button">Elsewhere</button>
    </>
  );
}

const input = () => page.getByRole('combobox', { name: 'Tags' });
const value = () => page.getByTestId('value');
const inUse = [
  { name: 'Dragons', stories: 1200 },
  { name: 'drama', stories: 1 },
];

async function open() {
  mockCall('GET /tags', { success: true, data: inUse });
  return renderPage(<Field />);
}

test('Enter, a comma and leaving the field add a tag; Backspace removes the last one', async () => {
  await open();
  await input().fill('slow burn');
  await userEvent.keyboard('{Enter}');
  await input().fill('sea,');
  await expect.element(value()).toHaveTextContent('slow burn|sea');
  await input().fill('ghosts');
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await expect.element(value()).toHaveTextContent('slow burn|sea|ghosts');
  await input().click();
  await userEvent.keyboard('{Backspace}');
  await expect.element(value()).toHaveTextContent('slow burn|sea');
  await page.getByRole('button', { name: 'Remove slow burn' }).click();
  await expect.element(value()).toHaveTextContent('sea');
  await expect.element(page.getByRole('button', { name: 'Remove sea' })).toHaveFocus();
});

test('suggestions are chosen with the arrow keys; Escape closes them and keeps what was typed', async () => {
  await open();
  await input().click();
  await userEvent.keyboard('dra');
  await expect.element(page.getByRole('option', { name: /Dragons/ })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(page.getByRole('option', { name: /drama/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(value()).toHaveTextContent('drama');
  await userEvent.keyboard('dra');
  await expect.element(page.getByRole('option', { name: /Dragons/ })).toBeVisible();
  // Chosen already.
  await expect.element(page.getByRole('option', { name: /drama/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(input()).toHaveAttribute('aria-expanded', 'false');
  await expect.element(input()).toHaveValue('dra');
});

test('a tag too many stays in the field with the reason', async () => {
  await open();
  await input().fill('one,two,three,four');
  await expect.element(value()).toHaveTextContent('one|two|three');
  await expect.element(input()).toHaveValue('four');
  await expect.element(page.getByText(/^You can add up to 3 tags/)).toBeVisible();
  await expect.element(input()).toHaveAttribute('aria-invalid', 'true');
});
