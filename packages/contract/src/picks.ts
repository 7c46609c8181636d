import { z } from 'zod';
import { defineCall } from './call.ts';
import { pickLimits } from './limits.ts';
import { dataResponse, emptyResponse, wholeNumber } from './page.ts';
import { id, isoDate } from './text.ts';

/** The lists that admins fill (docs/product/lists.md#picks). */
export const pickList = z.enum(['featured', 'editors-picks']);
export type PickList = z.output<typeof pickList>;

/** A picked story. `isShown` is false while it is not published; `pickedBy` is null if it was picked on the command line. */
export const pick = z.object({
  list: pickList,
  position: z.int(),
  story: z.object({ _id: id, title: z.string() }),
  isShown: z.boolean(),
  pickedBy: z.string().nullable(),
  pickedAt: isoDate,
});
export type Pick = z.output<typeof pick>;

const params = { list: pickList };

export const listPicks = defineCall('GET /picks/{list}', {
  summary: 'List the stories that admins have picked for a list, in its order',
  access: 'admin',
  params,
  response: dataResponse(z.array(pick)),
});

export const pickStory = defineCall('PUT /picks/{list}/{id}', {
  summary: 'Pick a story for a list, or move it to another position in it',
  access: 'admin',
  limit: 'write',
  params,
  body: z.object({ position: wholeNumber('A position', 1, pickLimits.perList).optional() }),
  response: dataResponse(z.array(pick)),
});

export const removePick = defineCall('DELETE /picks/{list}/{id}', {
  withdraws: true,
  summary: 'Remove a story from a list of picks',
  access: 'admin',
  params,
  response: emptyResponse,
});
