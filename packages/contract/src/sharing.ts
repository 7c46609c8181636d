import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, wholeNumber } from './page.ts';
import { maxPassageNumber } from './passage-link.ts';
import { id, isoDate } from './text.ts';
import { author } from './users.ts';

/** An invitation without its token. `used`: by how many people; `by`: who made it. */
export const invitation = z.object({
  _id: id,
  until: isoDate,
  uses: z.int(),
  used: z.int(),
  by: author.nullable(),
  createdAt: isoDate,
});
export type Invitation = z.output<typeof invitation>;

/**
 * Where a shared passage is in the chapter's current text: like a link's `from` and `to`, counted from the beginning of
 * the paragraph. Null if that paragraph no longer has it.
 */
export const findPassage = defineCall('GET /chapters/{id}/passage', {
  summary: 'Find a shared passage in the current text of a chapter',
  access: 'user',
  query: z.object({
    version: wholeNumber('A version', 1, maxPassageNumber),
    paragraph: wholeNumber('A paragraph', 1, maxPassageNumber),
    from: wholeNumber('A beginning', 0, maxPassageNumber),
    to: wholeNumber('An end', 1, maxPassageNumber),
  }),
  response: dataResponse(
    z.object({
      /** The current version. */
      version: z.int(),
      place: z.object({ from: z.int(), to: z.int() }).nullable(),
    }),
  ),
});
