import { tag } from '@inkling/contract/labels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withTags } from './tags-field.tsx';

test('commas separate tags; spaces and # in front are removed, repeated tags left out', () => {
  expect(withTags(['Sea'], ' #slow   burn, sea,,Slow Burn ,dragons', 20)).toEqual({
    tags: ['Sea', 'slow burn', 'dragons'],
    rest: '',
    problem: undefined,
  });
});

test('what cannot be added stays, with the reason', () => {
  const long = 'x'.repeat(31);
  expect(withTags([], `sea, ${long}`, 20)).toEqual({
    tags: ['sea'],
    rest: long,
    problem: 'Please use at most 30 characters for a tag.',
  });
  expect(withTags(['one', 'two'], 'three', 2)).toEqual({
    tags: ['one', 'two'],
    rest: 'three',
    problem: 'You can add up to 2 tags. Remove one to add another.',
  });
  expect(withTags([], 'sea#ghosts', 20).problem).toBe('A tag can’t contain #. Use a comma between tags.');
});

test('the server accepts every tag that is added', () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom('#', ',', ' ', 'Sea', 'İ'), fc.string({ unit: 'grapheme' })),
  );
  fc.assert(
    fc.property(text, (parts) => {
      for (const added of withTags([], parts.join(''), 20).tags) {
        const { success, error } = tag.safeParse(added);
        // Invisible characters are refused by the server alone.
        if (!success) expect(error.issues[0]?.message).toBe('Please enter a tag.');
      }
    }),
  );
});
