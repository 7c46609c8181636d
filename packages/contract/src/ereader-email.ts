import { z } from 'zod';
import { defineCall } from './call.ts';
import { ereaderEmailLimits } from './limits.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { emailAddress, id } from './text.ts';

/** When chapters are sent: each new one, once a day at the hour of the digests, or not now. */
export const ereaderEmailSchedule = z.enum(['chapter', 'daily', 'never']);
export type EreaderEmailSchedule = z.output<typeof ereaderEmailSchedule>;

/** What is sent: the whole story so far, or the new chapters alone. */
export const ereaderEmailContent = z.enum(['book', 'chapters']);
export type EreaderEmailContent = z.output<typeof ereaderEmailContent>;

/** How stories are emailed to an e-reader (docs/product/ereader-email.md). */
const ereaderEmail = z.object({
  /** Null if there is none. */
  address: z.string().nullable(),
  /** Whether the code that was sent there has been entered. */
  isConfirmed: z.boolean(),
  /** Whether nothing is sent any more because the mail server refused the address too often. */
  isStopped: z.boolean(),
  /** The address from which the emails come, which Amazon must be told to accept. */
  sender: z.string(),
  schedule: ereaderEmailSchedule,
  content: ereaderEmailContent,
  /** The stories I follow whose authors allow EPUBs, last updated first. */
  stories: z.array(z.object({ _id: id, title: z.string(), isSent: z.boolean() })),
});
export type EreaderEmail = z.output<typeof ereaderEmail>;

export const getEreaderEmail = defineCall('GET /ereader-email', {
  summary: 'Get how stories are emailed to my e-reader',
  access: 'user',
  response: dataResponse(ereaderEmail),
});

/** Only addresses of services that deliver to e-readers: they accept emails from approved senders alone. */
const ereaderAddress = emailAddress
  .transform((address) => address.toLowerCase())
  .refine(
    (address) => ereaderEmailLimits.hosts.some((host) => address.endsWith(`@${host}`)),
    `Please enter an address that ends in ${ereaderEmailLimits.hosts.map((host) => `@${host}`).join(' or ')}.`,
  );

export const setEreaderAddress = defineCall('PUT /ereader-email/address', {
  summary: 'Send a document with a code to my e-reader; once I enter the code, stories are emailed there',
  access: 'user',
  limit: 'mail',
  errors: ['VERIFY_EMAIL_FIRST', 'QUOTA_REACHED'],
  body: z.object({ address: ereaderAddress }),
  response: dataResponse(ereaderEmail),
});

export const confirmEreaderAddress = defineCall('POST /ereader-email/confirm', {
  summary: 'Confirm the address of my e-reader with the code from the document',
  access: 'user',
  errors: ['NOT_FOUND'],
  body: z.object({
    code: z
      .string()
      .transform((raw) => raw.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'Please enter the six digits.')),
  }),
  response: dataResponse(ereaderEmail),
});

/** Fields left out stay as they are. Also starts again what was stopped. */
export const setEreaderEmail = defineCall('PATCH /ereader-email', {
  summary: 'Change when and what is emailed to my e-reader',
  access: 'user',
  body: z.object({
    schedule: ereaderEmailSchedule.optional(),
    content: ereaderEmailContent.optional(),
    /** Followed stories that are not sent any more, or are again; the others stay as they are. */
    exclude: z.array(id).max(ereaderEmailLimits.stories).optional(),
    include: z.array(id).max(ereaderEmailLimits.stories).optional(),
  }),
  response: dataResponse(ereaderEmail),
});

export const removeEreaderAddress = defineCall('DELETE /ereader-email/address', {
  summary: 'Remove the address of my e-reader; idempotent',
  access: 'user',
  whileSuspended: true,
  response: emptyResponse,
});
