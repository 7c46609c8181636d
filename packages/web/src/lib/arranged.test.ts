import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arranged, dropOf, stepsOf } from './arranged.ts';

const entriesOf = (ids: string) => [...ids].map((_id) => ({ _id }));
const ids = (entries: { _id: string }[]) => entries.map(({ _id }) => _id).join('');

test('steps move one place up or down and to the top', () => {
  const entries = entriesOf('abcd');
  const after = (index: number, step: 'top' | 'up' | 'down') => {
    const move = stepsOf(entries, index)[step];
    return move && ids(arranged(entries, [move]));
  };
  expect([after(2, 'top'), after(2, 'up'), after(2, 'down')]).toEqual(['cabd', 'acbd', 'abdc']);
  expect([after(0, 'top'), after(0, 'up'), after(3, 'down')]).toEqual([null, null, null]);
  expect([after(1, 'up'), after(0, 'down')]).toEqual(['bacd', 'bacd']);
});

test('a row goes where it is dropped, or stays where it is', () => {
  const entries = entriesOf('abcd');
  const after = (dragged: string, target: string, edge: 'above' | 'below') => {
    const move = dropOf(entries, dragged, target, edge);
    return move && ids(arranged(entries, [move]));
  };
  expect(after('d', 'a', 'above')).toBe('dabc');
  expect(after('a', 'd', 'below')).toBe('bcda');
  expect(after('a', 'c', 'above')).toBe('bacd');
  expect(after('b', 'a', 'below')).toBe(null);
  expect(after('b', 'c', 'above')).toBe(null);
  expect(after('x', 'c', 'above')).toBe(null);
});

test('moves lose and double no entry', () => {
  const id = fc.constantFrom(...'abcdefx');
  const move = fc.record({ storyId: id, after: fc.option(id) });
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      expect([...ids(arranged(entriesOf('abcdef'), moves))].toSorted().join('')).toBe('abcdef');
    }),
  );
});
