import { z } from 'zod';
import type { ReadingSetting, ReadingSettings } from './reading-settings.ts';

const range = (min: number, max: number) =>
  z.number().min(min, `Please choose at least ${min}.`).max(max, `Please choose at most ${max}.`);

// Written again, and compared by a test: the reading screen, which has no schemas, would load this file's script for them.
const values = {
  size: z.enum(['sm', 'md', 'lg', 'xl', '2xl', '3xl']),
  theme: z.enum(['dark', 'sepia', 'light', 'system', 'dusk', 'moss']),
  face: z.enum(['serif', 'sans', 'dyslexic']),
  layout: z.enum(['scroll', 'paged']),
  controls: z.enum(['always', 'auto', 'focus']),
  margins: z.enum(['narrow', 'normal', 'wide']),
  lineHeight: range(1.2, 2),
  width: range(45, 90),
  letterSpacing: range(0, 0.12),
  justify: z.boolean(),
  vertical: z.boolean(),
  awake: z.boolean(),
  keys: z.boolean(),
  rain: z.boolean(),
} satisfies { [Name in ReadingSetting]: z.ZodType<ReadingSettings[Name]> };

/** The settings that a person has chosen. */
export const chosenReadingSettings = z.object(values).partial();
export type ChosenReadingSettings = z.output<typeof chosenReadingSettings>;

/** The longest time for which a change can have waited on a device, in milliseconds: a year. */
const longestWait = 366 * 24 * 60 * 60_000;

/** `age`: how long ago the device made the change, in milliseconds. Not a time, since its clock may be wrong. */
const changeTo = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, age: z.number().min(0).max(longestWait) }).optional();

/** Changed settings. Of two changes to one setting, the newer one wins, whichever arrives first. */
export const readingSettingChanges = z.object({
  size: changeTo(values.size),
  theme: changeTo(values.theme),
  face: changeTo(values.face),
  layout: changeTo(values.layout),
  controls: changeTo(values.controls),
  margins: changeTo(values.margins),
  lineHeight: changeTo(values.lineHeight),
  width: changeTo(values.width),
  letterSpacing: changeTo(values.letterSpacing),
  justify: changeTo(values.justify),
  vertical: changeTo(values.vertical),
  awake: changeTo(values.awake),
  keys: changeTo(values.keys),
  rain: changeTo(values.rain),
});
export type ReadingSettingChanges = z.output<typeof readingSettingChanges>;
