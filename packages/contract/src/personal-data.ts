import { z } from 'zod';
import { reauthenticationBody } from './account.ts';
import { defineCall, fileResponse } from './call.ts';
import { graceDays } from './limits.ts';
import { topResponse } from './page.ts';
import { isoDate } from './text.ts';

export const exportMyData = defineCall('GET /users/me/export', {
  summary: 'Export everything stored about me as a zip: JSON, my stories as Markdown, my images',
  access: 'user',
  limit: 'export',
  head: false,
  response: fileResponse('application/zip', 'inkling-export.zip'),
});

export const deleteMe = defineCall('DELETE /users/me', {
  withdraws: true,
  summary: `Delete my account: hidden immediately, deleted permanently after ${graceDays} days, restored if I sign in before`,
  access: 'user',
  whileSuspended: true,
  errors: ['WRONG_PASSWORD'],
  limit: 'login',
  body: reauthenticationBody,
  response: topResponse({ message: z.string(), deletionDueAt: isoDate }),
});
