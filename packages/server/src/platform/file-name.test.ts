import { expect, test } from 'vitest';
import { fileNameOf } from './personal-data.ts';

test.each([
  ['The Lamp', 'The Lamp'],
  ['CON', 'CON_'],
  ['con.', 'con_'],
  ['Aux.1', 'Aux_.1'],
  ['COM1', 'COM1_'],
  ['lpt²', 'lpt²_'],
  ['Console', 'Console'],
  ['a<b>:"c"/d|e?*', 'a b c d e'],
  ['...', 'story'],
])('%s is a file named %s', (title, name) => {
  expect(fileNameOf(title, 'story')).toBe(name);
});
