import { expect, test } from 'vitest';
import { listAfter } from './cached-state.ts';

const note = (id: string, text = '') => ({ _id: id, storyId: 's1', note: text });
const kept = [note('h1'), note('h2')];

test('kept annotations follow what the reader does with a connection', () => {
  expect(listAfter(kept, 'POST', undefined, note('h3'))).toEqual([...kept, note('h3')]);
  // A request that was repeated.
  expect(listAfter(kept, 'POST', undefined, note('h2'))).toEqual(kept);
  expect(listAfter(kept, 'PUT', 'h2', note('h2', 'ash'))).toEqual([note('h1'), note('h2', 'ash')]);
  expect(listAfter(kept, 'DELETE', 'h1', undefined)).toEqual([note('h2')]);
  expect(listAfter(kept, 'PUT', 'h2', undefined)).toEqual(kept);
});
