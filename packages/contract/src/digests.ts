import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailList } from './notifications.ts';
import { topResponse } from './page.ts';

/**
 * The secret of an email's link: the list and the person's key. Any other text is accepted here and refused as an unknown
 * link later.
 */
const unsubscribeToken = z.string().max(200);

/** What a link ends: a list of emails, or those to an e-reader. */
const endableList = z.enum([...emailList.options, 'ereader']);
export type EndableList = z.output<typeof endableList>;

export const unsubscribe = defineCall('POST /unsubscribe/{token}', {
  summary: 'Unsubscribe from the emails that this link came with; idempotent',
  access: 'public',
  whileSuspended: true,
  params: { token: unsubscribeToken },
  errors: ['NOT_FOUND'],
  response: topResponse({ list: endableList }),
});
