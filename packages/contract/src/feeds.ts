import { z } from 'zod';
import { defineCall, fileResponse } from './call.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { isoDate } from './text.ts';

/** Of the private feed of what one follows. Feeds themselves are not calls: docs/product/feeds.md has their addresses. */
export const getPrivateFeed = defineCall('GET /feeds/private', {
  summary: 'Whether I have a private feed',
  access: 'user',
  /** Null if there is none. */
  response: dataResponse(z.object({ createdAt: isoDate.nullable() })),
});
export const createPrivateFeed = defineCall('POST /feeds/private', {
  withdraws: true,
  summary: 'Create my private feed, or give it a new address; the old one stops working',
  access: 'user',
  /** `atom`, `json`: its address in both formats, which is shown only now. */
  response: dataResponse(z.object({ createdAt: isoDate, atom: z.string(), json: z.string() })),
});
export const deletePrivateFeed = defineCall('DELETE /feeds/private', {
  withdraws: true,
  summary: 'Delete my private feed',
  access: 'user',
  response: emptyResponse,
});

export const exportFeeds = defineCall('GET /feeds/opml', {
  summary: 'Download the public feeds of the stories and people I follow as OPML',
  access: 'user',
  limit: 'storyExport',
  head: false,
  response: fileResponse('text/x-opml; charset=utf-8', 'inkling-feeds.opml'),
});
