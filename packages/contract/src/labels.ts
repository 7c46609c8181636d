import { z } from 'zod';
import { defineCall } from './call.ts';
import { type ContentWarning, contentWarningNames } from './content-warnings.ts';
import { tagLimits } from './limits.ts';
import { dataResponse, wholeNumber } from './page.ts';
import { type Audience, audienceNames, distinctTags } from './story-labels.ts';
import { line } from './text.ts';

/** The keys of an object, for an enum. */
export const keysOf = <Key extends string>(names: Record<Key, unknown>) =>
  Object.keys(names) as [Key, ...Key[]];

export const contentWarning = z.enum(keysOf<ContentWarning>(contentWarningNames));
export const audience = z.enum(keysOf<Audience>(audienceNames));

/** Content warnings without duplicates. */
export const contentWarningList = z
  .array(contentWarning, 'Please use only the content warnings in the list.')
  .max(contentWarning.options.length)
  .transform((warnings) => [...new Set(warnings)]);

/** A tag without a leading #. Commas separate tags in an address. */
export const tag = z
  .string()
  .transform((raw) => raw.replace(/^[\s#]+/, '').replace(/\s+/g, ' '))
  .pipe(line(tagLimits.name, 'Please enter a tag.'))
  .refine((name) => !/[,#]/.test(name), 'A tag can’t contain a comma or #.');

/** Tags without duplicates. */
export const tagList = (max: number) =>
  z.array(tag).max(max, `Please use at most ${max} tags.`).transform(distinctTags);

export const listTags = defineCall('GET /tags', {
  summary: 'List tags in use that begin with the given text, most used first',
  access: 'public',
  query: z.object({
    q: line(tagLimits.name).default(''),
    limit: wholeNumber('A limit', 1, 50).default(10),
  }),
  /** `stories`: how many public stories have the tag, mature ones only for readers who see them. */
  response: dataResponse(z.array(z.object({ name: z.string(), stories: z.int() }))),
});
