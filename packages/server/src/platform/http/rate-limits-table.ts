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

interface FlowLimit extends Limit {
  /** Counting by address also covers signed-in people, so that a new account for each attempt does not help. */
  by: 'address' | 'person';
  /**
   * Counted in the database: for rare flows, whose counts must survive a restart and hold across processes. Other flows
   * are counted in memory (docs/decisions/0019-limits-that-last.md).
   */
  stored?: true;
}

/** The state of a limit after a call was counted. */
export interface Count {
  /** Calls in this window, including this one. */
  calls: number;
  /** Milliseconds until the next window. */
  ttl: number;
}

/** The default rate limits by flow, and which calls each counts; the setting RATE_LIMITS overrides them (docs/product/http.md#rate-limits). */
export const usualLimits: Record<Flow, FlowLimit> = {
  /** GET, signed in. */
  read: { max: 300, timeWindow: minute, by: 'person' },
  /** Searches (docs/product/search.md) and quick results, by visitors too. */
  search: { max: 120, timeWindow: minute, by: 'person' },
  /** GET, visitors. */
  visitors: { max: 600, timeWindow: 5 * minute, by: 'address' },
  /** Calls that change something. */
  write: { max: 120, timeWindow: minute, by: 'person' },
  /** Progress, reading positions and drafts, which clients send by themselves. */
  sync: { max: 240, timeWindow: minute, by: 'person' },
  /** Images and imports. */
  upload: { max: 10, timeWindow: minute, by: 'person', stored: true },
  /** Sign-ins. */
  login: { max: 60, timeWindow: minute, by: 'address', stored: true },
  /** Sign-ups and changes of the email address, which reveal whether an address is in use. */
  register: { max: 20, timeWindow: 30 * minute, by: 'address', stored: true },
  /** Requests that send an email. */
  mail: { max: 25, timeWindow: 5 * minute, by: 'address', stored: true },
  /** The export of personal data (docs/product/personal-data.md#export). */
  export: { max: 5, timeWindow: hour, by: 'person', stored: true },
  /** Exports (docs/product/exports.md) of stories, libraries and annotations. */
  storyExport: { max: 20, timeWindow: hour, by: 'person', stored: true },
  /** Messages to the operator (docs/product/site.md#contact-form). */
  contact: { max: 5, timeWindow: hour, by: 'address', stored: true },
  /** The writing assistant (docs/product/assistant.md). */
  assistant: { max: 10, timeWindow: minute, by: 'person' },
  /** New live connections (docs/product/live.md). */
  live: { max: 10, timeWindow: minute, by: 'address' },
  /** Reports of failed scripts by browsers (docs/operating.md#failures-in-browsers). */
  failure: { max: 10, timeWindow: 10 * minute, by: 'address' },
  /** Pages and link previews (docs/product/stories.md#link-previews). */
  page: { max: 300, timeWindow: minute, by: 'address' },
};

const flows = Object.keys(usualLimits);
const units: Record<string, number> = { s: 1000, m: minute, h: hour };
const syntaxHelp = `use flow=calls/time separated by commas, such as upload=10/1m,contact=5/1h; flows are ${flows.join(', ')}, each once; times are whole seconds (s), minutes (m) or hours (h) up to 24h, calls 1 to 1000000`;

/** Parses the setting RATE_LIMITS, which overrides some of the limits. */
export const limitsSetting = z.string().transform((setting, context) => {
  const limits: Record<string, Limit> = {};
  for (const entry of setting.split(',')) {
    const [, flow = '', calls, time, unit = ''] =
      /^\s*(\w+)=(\d{1,7})\/(\d{1,5})([smh])\s*$/.exec(entry) ?? [];
    const [max, timeWindow] = [Number(calls), Number(time) * (units[unit] ?? 0)];
    const isInRange = max >= 1 && max <= 1_000_000 && timeWindow >= 1000 && timeWindow <= day;
    if (!flows.includes(flow) || flow in limits || !isInRange) {
      context.addIssue({ code: 'custom', message: syntaxHelp });
      return z.NEVER;
    }
    limits[flow] = { max, timeWindow };
  }
  return limits as Partial<Record<Flow, Limit>>;
});
