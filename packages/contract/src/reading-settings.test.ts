import { expect, test } from 'vitest';
import { defaultReadingSettings, readingChoices, readingRanges } from './reading-settings.ts';
import { chosenReadingSettings } from './reading-settings-schema.ts';

const isValid = (name: string, value: unknown): boolean =>
  chosenReadingSettings.safeParse({ [name]: value }).success;

test('the schema takes exactly the settings, choices and ranges that the screen offers', () => {
  expect(Object.keys(chosenReadingSettings.shape).sort()).toEqual(Object.keys(defaultReadingSettings).sort());
  expect(chosenReadingSettings.parse(defaultReadingSettings)).toEqual(defaultReadingSettings);
  for (const [name, choices] of Object.entries(readingChoices)) {
    expect(choices.every((choice) => isValid(name, choice))).toBe(true);
    expect(isValid(name, 'other')).toBe(false);
  }
  for (const [name, { min, max }] of Object.entries(readingRanges)) {
    expect([min, max, min - 0.01, max + 0.01].map((value) => isValid(name, value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  }
});
