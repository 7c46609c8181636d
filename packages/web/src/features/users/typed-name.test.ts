import { expect, test } from 'vitest';
import { namesLike, typedName } from './name-suggestions.tsx';

const person = (_id: string, username: string, displayName = '') => ({
  _id,
  username,
  displayName,
  avatar: null,
  avatarSources: [],
});

test.each([
  ['@', ''],
  ['Thanks, @ad', 'ad'],
  ['first line\n@a.d-a', 'a.d-a'],
  ['(@Ünal', 'Ünal'],
  ['ada@ex', null],
  ['@@ad', null],
  ['@ada ', null],
  ['plain', null],
])('after %j the name typed is %j', (before, name) => expect(typedName(before)).toBe(name));

test('names are those that begin like it, in the given order, each once and never the own one', () => {
  const people = [
    person('1', 'ada', 'Ada Lovelace'),
    person('2', 'grace'),
    person('1', 'ada', 'Ada Lovelace'),
    person('3', 'lotte', 'Lotte Lenya'),
    person('4', 'love'),
  ] as unknown as Parameters<typeof namesLike>[0];
  const names = (typed: string, me?: string) => namesLike(people, typed, me).map(({ username }) => username);
  expect(names('lo')).toEqual(['ada', 'lotte', 'love']);
  expect(names('LO', '4')).toEqual(['ada', 'lotte']);
  expect(names('')).toEqual(['ada', 'grace', 'lotte', 'love']);
  expect(names('x')).toEqual([]);
});
