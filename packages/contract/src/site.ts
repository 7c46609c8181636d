import { z } from 'zod';
import { defineCall } from './call.ts';
import { contactLimits } from './limits.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { emailAddress, line, prose } from './text.ts';

/** A quote about the site, from the operator's file (docs/product/site.md#testimonials). */
export const testimonial = z.object({ text: z.string().min(1).max(500), name: z.string().min(1).max(60) });
export type Testimonial = z.output<typeof testimonial>;

/** The operator of the site with contact addresses; null for what is not configured. */
const operator = z.object({
  name: z.string().nullable(),
  contactEmail: z.string().nullable(),
  privacyEmail: z.string().nullable(),
});
export type Operator = z.output<typeof operator>;

/** The lifetime of a session in days: since its last use, and in total. */
const sessions = z.object({ idleDays: z.number(), mostDays: z.number() });
export type SessionLifetimes = z.output<typeof sessions>;

/**
 * Addresses of other sites, in which `{text}` stands for the selected words: where a reader looks them up, and where they
 * are translated; null if the operator has set none.
 */
const selection = z.object({ lookUp: z.string().nullable(), translate: z.string().nullable() });

export const getSite = defineCall('GET /site', {
  summary: 'Get the operator, the testimonials, where words are looked up, and how long sessions last',
  access: 'public',
  response: dataResponse(
    z.object({ testimonials: z.array(testimonial), operator, logIns: sessions, selection }),
  ),
});

export const contactBody = z.object({
  name: line(contactLimits.name, 'Please enter your name.'),
  email: emailAddress,
  subject: line(contactLimits.subject, 'Please enter a subject.'),
  message: prose(contactLimits.message, 'Please write a message.'),
  /** A honeypot field, hidden from people: only a bot fills it in. */
  website: z.string().optional(),
});
export type ContactBody = z.output<typeof contactBody>;
export type ContactInput = z.input<typeof contactBody>;

export const sendMessage = defineCall('POST /site/contact', {
  summary: 'Send a message to the operator',
  access: 'public',
  limit: 'contact',
  status: 201,
  body: contactBody,
  response: emptyResponse,
});
