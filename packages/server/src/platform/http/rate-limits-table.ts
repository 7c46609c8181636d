import type { LimitClass } from '@inkling/contract/call';
import { z } from 'zod';
import { day, hour, minute } from '../clock.ts';

/** The groups of calls that are counted separately: the contract's limit classes, and reads by visitors. */
export type Flow = LimitClass | 'visitors';

export interface Limit {
  max: number;
  /** Milliseconds. */
  timeWindow: number;
}

/** The state of a limit after a call was counted. */
export interface Count {
  /** Calls in this window, including this one. */
  calls: number;
  /** Milliseconds until the next window. */
  ttl: number;
}

/** The default rate limits by flow, and which calls each counts; the setting RATE_LIMITS overrides them (docs/product/http.md#rate-limits). */
export const usualLimits: Record<Flow, Limit> = {
  /** GET, signed in. */
  read: { max: 300, timeWindow: minute },
  /** Searches (docs/product/search.md) and quick results, by visitors too. */
  search: { max: 120, timeWindow: minute },
  /** GET, visitors. */
  visitors: { max: 600, timeWindow: 5 * minute },
  /** Calls that change something. */
  write: { max: 120, timeWindow: minute },
  /** Progress, reading positions and drafts, which clients send by themselves. */
  sync: { max: 240, timeWindow: minute },
  /** Images and imports. */
  upload: { max: 10, timeWindow: minute },
  /** Sign-ins. */
  login: { max: 60, timeWindow: minute },
  /** Sign-ups and changes of the email address, which reveal whether an address is in use. */
  register: { max: 20, timeWindow: 30 * minute },
  /** Requests that send an email. */
  mail: { max: 25, timeWindow: 5 * minute },
  /** The export of personal data (docs/product/personal-data.md#export). */
  export: { max: 5, timeWindow: hour },
  /** Exports (docs/product/exports.md) of stories, libraries and annotations. */
  storyExport: { max: 20, timeWindow: hour },
  /** Messages to the operator (docs/product/site.md#contact-form). */
  contact: { max: 5, timeWindow: hour },
  /** New live connections (docs/product/live.md). */
  live: { max: 10, timeWindow: minute },
  /** Pages and link previews (docs/product/stories.md#link-previews). */
  page: { max: 300, timeWindow: minute },
};

/**
 * Flows that are counted in the database, by address or by person. They are rare, and the counts must survive a
 * restart and hold across processes. Other flows are counted in memory (docs/decisions/0019-limits-that-last.md).
 * Counting by address also covers signed-in people, so that a new account for each attempt does not help.
 */
export const storedClasses: Partial<Record<Flow, 'address' | 'person'>> = {
  login: 'address',
  register: 'address',
  mail: 'address',
  contact: 'address',
  upload: 'person',
  export: 'person',
  storyExport: 'person',
};

const flows = Object.keys(usualLimits);
const isFlow = (name: string): name is Flow => flows.includes(name);
const units: Record<string, number> = { s: 1000, m: minute, h: hour };
const syntaxHelp = `use flow=calls/time separated by commas, such as upload=10/1m,contact=5/1h; flows are ${flows.join(', ')}, each once; times are whole seconds (s), minutes (m) or hours (h) up to 24h, calls 1 to 1000000`;

type Limits = Partial<Record<Flow, Limit>>;

function parse(setting: string): Limits | null {
  const limits: Limits = {};
  for (const entry of setting.split(',')) {
    const [, flow = '', calls, time, unit = ''] =
      /^\s*(\w+)=(\d{1,7})\/(\d{1,5})([smh])\s*$/.exec(entry) ?? [];
    const limit = { max: Number(calls), timeWindow: Number(time) * (units[unit] ?? 0) };
    if (!isFlow(flow) || limits[flow] !== undefined) return null;
    if (limit.max < 1 || limit.max > 1_000_000 || limit.timeWindow < 1000 || limit.timeWindow > day)
      return null;
    limits[flow] = limit;
  }
  return limits;
}

/** Parses the setting RATE_LIMITS, which overrides some of the limits. */
export const limitsSetting = z.string().transform((setting, context): Limits => {
  const limits = parse(setting);
  if (limits !== null) return limits;
  context.addIssue({ code: 'custom', message: syntaxHelp });
  return z.NEVER;
});
