import { expect, test } from 'vitest';
import { joinedResponse, joinJson, jsonOf, jsonWith } from './sent-json.ts';

const parse = (json: Buffer): unknown => JSON.parse(json.toString());

test('joins an object’s cached JSON with the fields that change', () => {
  const cached = jsonOf({ title: 'Ana’s “lamp” },{', tags: [] });
  expect(parse(joinJson(cached, { likes: 2, stats: { views: 7 } }))).toEqual({
    title: 'Ana’s “lamp” },{',
    tags: [],
    likes: 2,
    stats: { views: 7 },
  });
});

test('puts known objects and lists of them beside other fields', () => {
  const [one, two] = [jsonOf({ _id: '1' }), jsonOf({ _id: '2' })];
  const known = { none: [], one, both: [one, two] };
  expect(parse(jsonWith({ failed: [] }, known))).toEqual({
    failed: [],
    none: [],
    one: { _id: '1' },
    both: [{ _id: '1' }, { _id: '2' }],
  });
  expect(parse(joinedResponse([one], { pagination: { total: 1 } }).json)).toEqual({
    success: true,
    pagination: { total: 1 },
    data: [{ _id: '1' }],
  });
});
