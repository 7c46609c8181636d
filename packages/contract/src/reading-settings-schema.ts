import { z } from 'zod';
import {
  type ReadingSetting,
  type ReadingSettings,
  readingChoices,
  readingRanges,
} from './reading-settings.ts';

const range = ({ min, max }: { min: number; max: number }) =>
  z.number().min(min, `Please choose at least ${min}.`).max(max, `Please choose at most ${max}.`);

const values = {
  size: z.enum(readingChoices.size),
  theme: z.enum(readingChoices.theme),
  face: z.enum(readingChoices.face),
  layout: z.enum(readingChoices.layout),
  controls: z.enum(readingChoices.controls),
  lineHeight: range(readingRanges.lineHeight),
  width: range(readingRanges.width),
  justify: z.boolean(),
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
  lineHeight: changeTo(values.lineHeight),
  width: changeTo(values.width),
  justify: changeTo(values.justify),
  awake: changeTo(values.awake),
  keys: changeTo(values.keys),
  rain: changeTo(values.rain),
});
export type ReadingSettingChanges = z.output<typeof readingSettingChanges>;
