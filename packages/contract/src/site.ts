import { z } from 'zod';
import { defineCall } from './call.ts';
import { contactLimits, siteLimits } from './limits.ts';
import { dataResponse, emptyResponse, wholeNumber } from './page.ts';
import { emailAddress, id, isoDate, line, prose, withAsciiDomain } from './text.ts';

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

/**
 * Who can sign up: everyone, people with an invitation, people whom an admin approves, or no one
 * (docs/product/account.md#registration).
 */
export const registrationMode = z.enum(['open', 'invitation', 'approval', 'closed']);
export type RegistrationMode = z.output<typeof registrationMode>;

/** What the sign-up page says before one types anything; `question` is null for none. */
const registration = z.object({ mode: registrationMode, question: z.string().nullable() });
export type Registration = z.output<typeof registration>;

/** A domain in its ASCII form, in lower case, without a dot at its end. */
const domain = z
  .string()
  .max(300)
  .transform((raw) =>
    withAsciiDomain(`x@${raw.trim().replace(/^@/, '')}`)
      .slice(2)
      .toLowerCase()
      .replace(/\.$/, ''),
  )
  .pipe(
    z
      .string()
      .max(253)
      .regex(
        /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/,
        'Please enter domains such as example.com.',
      ),
  );

const webAddress = z
  .string()
  .trim()
  .max(siteLimits.link)
  .regex(
    /^(?:https?:\/\/[^\s/]\S*|\/(?![/\\])\S*)$/,
    'Please enter a link that starts with https://, or with / for a page on this site.',
  );

/** A line that every page shows for a while; `startsAt` and `endsAt` are null for now and for good. */
export const announcementBody = z.object({
  text: line(siteLimits.announcement, 'Please write what to announce.'),
  link: webAddress.nullable(),
  startsAt: isoDate.nullable(),
  endsAt: isoDate.nullable(),
});
/** `_id` is a new one for each announcement: people dismiss each by itself. */
export const announcement = announcementBody.extend({ _id: id });
export type Announcement = z.output<typeof announcement>;

/** What admins can set while the site runs; docs/operating.md#settings-at-run-time says what each does. */
export const settingsBody = z.object({
  registration: registrationMode,
  question: z
    .object({
      text: line(siteLimits.question, 'Please write a question.'),
      answers: z
        .array(line(siteLimits.answer, 'Please write an answer.'))
        .min(1, 'Please write at least one answer.')
        .max(siteLimits.answers),
    })
    .nullable(),
  blockedDomains: z.array(domain).max(siteLimits.domains),
  operatorName: line(siteLimits.operatorName).nullable(),
  contactEmail: emailAddress.nullable(),
  privacyEmail: emailAddress.nullable(),
  showsTestimonials: z.boolean(),
  newAccountHours: wholeNumber('Hours', 0, 8760),
  newAccountTextsPerHour: wholeNumber('Texts per hour', 1, 1_000_000),
  textsPerHour: wholeNumber('Texts per hour', 1, 1_000_000),
  repeatedTexts: wholeNumber('Times', 0, 1000),
  announcement: announcementBody.nullable(),
});
/** What applies. */
export const siteSettings = settingsBody.extend({ announcement: announcement.nullable() });
export type SiteSettings = z.output<typeof siteSettings>;

const settingsState = z.object({
  /** What applies. */
  settings: siteSettings,
  /** What applies where admins have set nothing: the settings of the environment. */
  defaults: siteSettings,
  /** The names of those that admins have set. */
  set: z.array(settingsBody.keyof()),
});
export type SiteSettingsState = z.output<typeof settingsState>;

export const getSettings = defineCall('GET /admin/settings', {
  summary: 'Get the settings that admins can change, and what applies without them',
  access: 'admin',
  response: dataResponse(settingsState),
});

export const changeSettings = defineCall('PATCH /admin/settings', {
  summary: 'Change settings of the site; those named in `reset` return to what the environment says',
  access: 'admin',
  body: settingsBody.partial().extend({ reset: z.array(settingsBody.keyof()).max(20).optional() }),
  response: dataResponse(settingsState),
});

export const getSite = defineCall('GET /site', {
  summary:
    'Get the operator, the testimonials, who can sign up, where words are looked up, and how long sessions last',
  access: 'public',
  response: dataResponse(
    z.object({ testimonials: z.array(testimonial), operator, registration, logIns: sessions, selection }),
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
