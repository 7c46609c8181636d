import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { changeEditorSettings } from '../editor-settings.ts';
import { openField, paste, undo } from '../rich-text/open-field.fixture.tsx';

beforeEach(() => changeEditorSettings({ smartPunctuation: true }));

test('typed punctuation is set as the story’s language sets it', async () => {
  const text = await openField('', 'de');
  await userEvent.keyboard('"Wie geht\'s?" -- "Gut..."');
  expect(text.read()).toBe('„Wie geht’s?“ – „Gut…“');
});

test('Ctrl+Z or Backspace right after a replacement takes back the replacement only', async () => {
  const text = await openField('So');
  await userEvent.keyboard(' "');
  expect(text.read()).toBe('So “');
  await undo();
  expect(text.read()).toBe('So "');
  await userEvent.keyboard('x...');
  expect(text.read()).toBe('So "x…');
  await userEvent.keyboard('{Backspace}');
  expect(text.read()).toBe('So "x...');
  await userEvent.keyboard('{Backspace}');
  expect(text.read()).toBe('So "x..');
});

test('once something else was typed, Backspace deletes and undo takes back one after the other', async () => {
  const text = await openField('So');
  await userEvent.keyboard('--no');
  expect(text.read()).toBe('So—no');
  await userEvent.keyboard('{Backspace}');
  expect(text.read()).toBe('So—n');
  await undo();
  expect(text.read()).toBe('So—');
  await undo();
  expect(text.read()).toBe('So--');
});

test('emphasis goes on behind a replacement', async () => {
  const text = await openField();
  await userEvent.keyboard('{Control>}i{/Control}"so..." he');
  expect(text.read()).toBe('*“so…” he*');
});

test('hyphens on a line of their own still make a scene break', async () => {
  const text = await openField('one');
  await userEvent.keyboard('{Enter}---{Enter}two');
  expect(text.read()).toBe('one\n***\ntwo');
});

test('pasted text stays as it is, and so does typed text once the setting is off', async () => {
  const text = await openField();
  paste({ 'text/plain': '"so" -- it\'s...' });
  expect(text.read()).toBe('"so" -- it\'s...');
  changeEditorSettings({ smartPunctuation: false });
  await userEvent.keyboard(' "no"');
  expect(text.read()).toBe('"so" -- it\'s... "no"');
});
