import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeEditorSettings, editorSettings } from '../editor-settings.ts';
import { field, openField } from './open-field.fixture.tsx';

beforeEach(() => changeEditorSettings({ smartPunctuation: true, focusMode: false, dailyGoal: null }));

const tool = (name: string | RegExp) => page.getByRole('button', { name });

test('the button pastes the clipboard as plain text', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue('*so*\n\n"late"');
  const text = await openField('one ');
  await tool('Paste as plain text').click();
  await expect.poll(() => text.read()).toBe('one \\*so\\*\n"late"');
  await expect.element(field).toHaveFocus();
});

test('if the browser refuses to show the clipboard, the page says what to do', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  const text = await openField('one');
  await tool('Paste as plain text').click();
  await expect
    .element(page.getByText(/didn’t let Inkling read the clipboard. Press Ctrl\+Shift\+V/))
    .toBeVisible();
  expect(text.read()).toBe('one');
});

test('an empty clipboard is named', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(' ');
  await openField('one');
  await tool('Paste as plain text').click();
  await expect.element(page.getByText('There is no text on the clipboard.')).toBeVisible();
});

test('settings are kept on the device; a goal that is no number is refused at its field', async () => {
  const text = await openField('one');
  await tool('Writing settings').click();
  const goal = page.getByRole('textbox', { name: 'Words a day (optional)' });
  await goal.fill('-5');
  await tool('Save settings').click();
  await expect.element(goal).toHaveAccessibleDescription(/whole number up to 100,000/);
  await goal.fill('500');
  await page.getByRole('switch', { name: 'Smart punctuation' }).click();
  await tool('Save settings').click();
  await expect.element(goal).not.toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('editor-settings') ?? '')).toEqual({
    smartPunctuation: false,
    focusMode: false,
    dailyGoal: 500,
  });
  await field.click();
  await userEvent.keyboard('{Control>}{End}{/Control} "');
  expect(text.read()).toBe('one "');
  expect(editorSettings().dailyGoal).toBe(500);
});

test('the Tab key passes the tools in one step, the arrow keys move among them', async () => {
  await openField('one');
  (tool('Bold (Ctrl+B)').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tool('Italic (Ctrl+I)')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(tool('Writing settings')).toHaveFocus();
  await userEvent.tab();
  await expect.element(field).toHaveFocus();
});
