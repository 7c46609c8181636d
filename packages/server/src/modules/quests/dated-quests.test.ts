import { quest, questId } from '@inkling/contract/quests';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter, dayNumber } from '../../platform/days.ts';
import { chooseQuests, periodOf, questOf, questsOn } from './dated-quests.ts';

import { missionTemplates, questsPerPeriod, questTemplates } from './quest-catalogue.ts';

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((number) => dayAfter('1970-01-01', number));
const anyType = fc.constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const);

test('a week begins on Monday, a month on its first day, also in leap years and across a new year', () => {
  expect(periodOf('WEEKLY', '2026-03-29')).toEqual({ startsOn: '2026-03-23', endsOn: '2026-03-29' });
  expect(periodOf('WEEKLY', '2027-01-01')).toEqual({ startsOn: '2026-12-28', endsOn: '2027-01-03' });
  expect(periodOf('MONTHLY', '2028-02-10')).toEqual({ startsOn: '2028-02-01', endsOn: '2028-02-29' });
  expect(periodOf('MONTHLY', '2026-12-31')).toEqual({ startsOn: '2026-12-01', endsOn: '2026-12-31' });
});

test('periods of a type cover each day once, and an id leads back to its quest', () => {
  fc.assert(
    fc.property(anyDay, anyType, (day, type) => {
      const { startsOn, endsOn } = periodOf(type, day);
      expect(startsOn <= day && day <= endsOn).toBe(true);
      expect(periodOf(type, startsOn)).toEqual({ startsOn, endsOn });
      expect(periodOf(type, endsOn)).toEqual({ startsOn, endsOn });
      expect(periodOf(type, dayAfter(endsOn, 1)).startsOn).toBe(dayAfter(endsOn, 1));
      if (type === 'WEEKLY') expect(new Date(dayNumber(startsOn) * 86_400_000).getUTCDay()).toBe(1);
      for (const dated of questsOn(day, type)) {
        expect(questOf(dated.id, day)).toEqual(dated);
        expect(questId.safeParse(dated.id).success).toBe(true);
      }
    }),
  );
});

test('what is given during a period asks and pays for the days that are left, today included', () => {
  const month = (day: string) =>
    questsOn(day, 'MONTHLY').map(({ id, target, reward }) => [id, target, reward.gems ?? 0]);
  expect(month('2026-11-01')).toEqual([
    ['chapters-of-the-month:2026-11-01', 30, 8],
    ['publish-of-the-month:2026-11-01', 4, 10],
  ]);
  expect(month('2026-11-28')).toEqual([
    ['chapters-of-the-month:2026-11-01', 3, 1],
    ['publish-of-the-month:2026-11-01', 1, 1],
  ]);
});

test.each([
  'chapters-of-the-day',
  'chapters-of-the-day:',
  'chapters-of-the-day:2026-02-31',
  'chapters-of-the-day:2026-13-01',
  'chapters-of-the-day:2026-3-1',
  'chapters-of-the-day:2026-03-01:1',
  'chapters-of-the-week:2026-03-24',
  'chapters-of-the-month:2026-03-02',
  'no-such-quest:2026-03-02',
])('%s is no quest', (id) => expect(questOf(id)).toBeUndefined());

test('the choice is the same for a person and period, has no action twice, and differs between people', () => {
  const choices = new Set<string>();
  fc.assert(
    fc.property(fc.uuid(), anyDay, anyType, (userId, day, type) => {
      const possible = questsOn(day, type);
      const chosen = chooseQuests(userId, possible);
      expect(chooseQuests(userId, possible.toReversed())).toEqual(chosen);
      expect(chosen).toHaveLength(questsPerPeriod[type]);
      expect(new Set(chosen.map(({ template }) => template.action)).size).toBe(chosen.length);
      choices.add(chosen.map(({ template }) => template.name).join());
    }),
  );
  expect(choices.size).toBeGreaterThan(10);
  expect(chooseQuests('someone', [])).toEqual([]);
});

describe('the catalogue', () => {
  test('has 6 daily, 4 weekly and 2 monthly quests with rewards in the range of their type', () => {
    const ranges = { DAILY: ['ink', 20, 40], WEEKLY: ['ink', 80, 120], MONTHLY: ['gems', 5, 10] } as const;
    const counts = { DAILY: 0, WEEKLY: 0, MONTHLY: 0 };
    for (const { type, name, reward, action, target } of questTemplates) {
      counts[type] += 1;
      const [[currency, amount] = []] = Object.entries(reward);
      const [expected, min, max] = ranges[type];
      expect([Object.keys(reward).length, currency], name).toEqual([1, expected]);
      expect(amount, name).toBeGreaterThanOrEqual(min);
      expect(amount, name).toBeLessThanOrEqual(max);
      expect(quest.shape.requirements.safeParse({ action, target }).success, name).toBe(true);
    }
    expect(counts).toEqual({ DAILY: 6, WEEKLY: 4, MONTHLY: 2 });
    expect(new Set(questTemplates.map(({ name }) => name)).size).toBe(questTemplates.length);
  });

  test('has ten missions, each with its own id and a reward in ink', () => {
    expect(new Set(missionTemplates.map(({ id }) => id)).size).toBe(10);
    for (const { reward } of missionTemplates) expect(reward.ink).toBeGreaterThan(0);
  });
});
