import { createHash } from 'node:crypto';
import type { QuestType } from '@inkling/contract/quests';
import type { Reward } from '@inkling/contract/rewards';
import { dayAfter, dayNumber } from '../../platform/days.ts';
import { type QuestTemplate, questsPerPeriod, questTemplates } from './quest-catalogue.ts';

/** Days of a person, both included. */
export interface Period {
  startsOn: string;
  endsOn: string;
}

/** A quest of one period. */
export interface DatedQuest extends Period {
  /** `<name>:<startsOn>` */
  id: string;
  template: QuestTemplate;
  /** Those of the days that were left when it was given. */
  target: number;
  reward: Reward;
}

/** The period that a day is in: itself, the week from Monday, or the calendar month (docs/product/quests.md#periods). */
export function periodOf(type: QuestType, day: string): Period {
  if (type === 'DAILY') return { startsOn: day, endsOn: day };
  if (type === 'WEEKLY') {
    // 1970-01-01 was a Thursday.
    const startsOn = dayAfter(day, -((dayNumber(day) + 3) % 7));
    return { startsOn, endsOn: dayAfter(startsOn, 6) };
  }
  const startsOn = `${day.slice(0, 7)}-01`;
  const nextMonth = `${dayAfter(startsOn, 31).slice(0, 7)}-01`;
  return { startsOn, endsOn: dayAfter(nextMonth, -1) };
}

/** The quest of the period that a day is in, as it is given on that day (docs/product/quests.md#assignment). */
const datedQuest = (template: QuestTemplate, day: string): DatedQuest => {
  const period = periodOf(template.type, day);
  const until = dayNumber(period.endsOn) + 1;
  const share = (until - dayNumber(day)) / (until - dayNumber(period.startsOn));
  const reward = Object.entries(template.reward).map(([currency, amount]) => [
    currency,
    Math.ceil(amount * share),
  ]);
  return {
    id: `${template.name}:${period.startsOn}`,
    template,
    ...period,
    target: Math.ceil(template.target * share),
    reward: Object.fromEntries(reward),
  };
};

/** The catalogue of the periods that a day is in: all quests, or those of a type. */
export const questsOn = (day: string, type?: QuestType): DatedQuest[] =>
  questTemplates
    .filter((template) => type === undefined || template.type === type)
    .map((template) => datedQuest(template, day));

/**
 * The quest with an id, as it was given on a day of its period; undefined if there is none with this name, or no period of
 * its type that begins on the id's day.
 */
export function questOf(id: string, givenOn?: string): DatedQuest | undefined {
  const [name, day = ''] = id.split(':');
  const template = questTemplates.find((each) => each.name === name);
  if (template === undefined || Number.isNaN(dayNumber(day))) return undefined;
  const dated = datedQuest(template, dayAfter(day, 0));
  if (dated.id !== id) return undefined;
  return givenOn === undefined ? dated : datedQuest(template, givenOn);
}

/** A row of a person's quests. */
export interface Assigned {
  quest_id: string;
  assigned_on: string;
}

/** These quests, in order; without those that are no longer in the catalogue. */
export const questsOf = (rows: readonly Assigned[]): DatedQuest[] =>
  rows.flatMap(({ quest_id: id, assigned_on: day }) => questOf(id, day) ?? []);

/**
 * Chooses quests for a person among those of a period: by a hash of both, so always the same ones, and at most one for
 * each action.
 */
export function chooseQuests(userId: string, possible: readonly DatedQuest[]): DatedQuest[] {
  const rank = ({ id }: DatedQuest) => createHash('sha256').update(`${userId}:${id}`).digest('hex');
  const chosen = new Map<string, DatedQuest>();
  const ranked = possible.map((quest) => ({ quest, rank: rank(quest) }));
  for (const { quest } of ranked.toSorted((one, other) => (one.rank < other.rank ? -1 : 1)))
    if (!chosen.has(quest.template.action)) chosen.set(quest.template.action, quest);
  const [first] = possible;
  return first === undefined ? [] : [...chosen.values()].slice(0, questsPerPeriod[first.template.type]);
}
