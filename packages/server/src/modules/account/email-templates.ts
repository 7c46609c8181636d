import type { EmailContent } from '../../platform/email/email.ts';
import type { Recipient } from './account.queries.ts';

/** The recipient's name; null when the address is not verified as theirs. */
type Name = string | null;

/**
 * The name to use in an email to this address. Names are free text: without verification they could carry spam to
 * a stranger (docs/product/account.md#verifying-an-address).
 */
export const recipientName = (to: string, person: Recipient): Name =>
  person.is_verified && to === person.email ? person.display_name || person.username : null;

export const salutation = (name: Name): string => (name === null ? 'Hello,' : `Hello ${name},`);

export type LinkTemplate = (name: Name, url: string) => EmailContent;

const notYou = 'If you didn’t request this, you can ignore this email.';

export const verifyEmailTemplate: LinkTemplate = (name, url) => ({
  subject: 'Verify your email address',
  salutation: salutation(name),
  paragraphs: ['Welcome to Inkling. Please verify your email address to finish setting up your account.'],
  action: { label: 'Verify email address', url },
  notes: ['The link works for 24 hours.', 'If you didn’t sign up, you can ignore this email.'],
});

export const passwordResetTemplate: LinkTemplate = (name, url) => ({
  subject: 'Choose a new password',
  salutation: salutation(name),
  paragraphs: ['We received a request to reset your password. If that was you, choose a new one here.'],
  action: { label: 'Reset password', url },
  notes: [
    'The link works once and expires after an hour. If you request another email, this link stops working.',
    `${notYou} Your password won’t change.`,
  ],
});

export const confirmAddressTemplate: LinkTemplate = (name, url) => ({
  subject: 'Confirm your new email address',
  salutation: salutation(name),
  paragraphs: [
    'You asked to use this address for your account. Please confirm that it’s yours. Until then, we’ll keep using your old address.',
  ],
  action: { label: 'Confirm address', url },
  notes: ['The link works for 24 hours.', notYou],
});

/** Masks an address: enough for its owner to recognize; nothing of it for an unverified recipient. */
function hinted(name: Name, email: string): string {
  const at = email.lastIndexOf('@');
  return name === null ? 'another address' : `${email.slice(0, 1)}…${email.slice(at)}`;
}

const wasItNotYou =
  'If it wasn’t you, choose a new password now: open the sign-in page and select “Forgot password?”.';

export const addressChangeNotice = (name: Name, next: string): EmailContent => ({
  subject: 'Your email address is about to change',
  salutation: salutation(name),
  paragraphs: [
    `Someone who is signed in to your account and knows your password asked to use ${hinted(name, next)} instead of this address. The change takes effect once they open the link we sent there.`,
    wasItNotYou,
  ],
  notes: ['If it was you, you don’t need to do anything.'],
});

export const addressChangedNotice = (contactUrl: string): EmailContent => ({
  subject: 'Your email address has changed',
  salutation: salutation(null),
  paragraphs: [
    'Your account now uses a different email address instead of this one.',
    'If it wasn’t you, someone else has your password and access to your account. Write to us immediately with your username and this address, and tell us that you didn’t change it. We can suspend the account until we know whose it is.',
    'If you use the same password anywhere else, change it there too.',
  ],
  action: { label: 'Write to us', url: contactUrl },
  notes: [
    'If it was you, you don’t need to do anything.',
    'This is the last email we’ll send to this address.',
  ],
});

export const passwordChangedNotice = (name: Name, siteUrl: string): EmailContent => ({
  subject: 'Your password has changed',
  salutation: salutation(name),
  paragraphs: [
    'Your password has just been changed, and all other devices have been signed out.',
    wasItNotYou,
  ],
  action: { label: 'Open the site', url: siteUrl },
  notes: ['If it was you, you don’t need to do anything.'],
});

export const accountDeletionNotice = (name: Name, date: string, loginUrl: string): EmailContent => ({
  subject: 'Your account will be deleted',
  salutation: salutation(name),
  paragraphs: [
    `You asked us to delete your account. On ${date}, we’ll delete your stories, your library and everything else we store about you. Until then, your stories and your profile are hidden.`,
    'If you change your mind, or if it wasn’t you, sign in before that date to restore everything.',
  ],
  action: { label: 'Keep my account', url: loginUrl },
  notes: ['If you want to leave, you don’t need to do anything. We’re sorry to see you go.'],
});

export const accountRestoredNotice = (name: Name, siteUrl: string): EmailContent => ({
  subject: 'Your account is back',
  salutation: salutation(name),
  paragraphs: [
    'You signed in, so your account won’t be deleted. Your stories and your profile are visible again, as they were.',
    wasItNotYou,
  ],
  action: { label: 'Open the site', url: siteUrl },
  notes: ['If it was you, you don’t need to do anything.'],
});

export const sessionsEndedNotice = (name: Name, contactUrl: string): EmailContent => ({
  subject: 'You’ve been signed out everywhere',
  salutation: salutation(name),
  paragraphs: [
    'The people who run this site signed your account out on all devices. You can sign in again with your password. E-readers and apps need a new token.',
    'If you didn’t ask for this and don’t know why, write to us.',
  ],
  action: { label: 'Write to us', url: contactUrl },
  notes: ['If you asked for it, you don’t need to do anything else.'],
});

export const exportedNotice = (name: Name, contactUrl: string): EmailContent => ({
  subject: 'Your data was exported',
  salutation: salutation(name),
  paragraphs: [
    'An admin of this site exported everything stored about your account, including your drafts and private messages. Admins do this only when the owner of an account asks for it.',
    'If you didn’t ask for this, write to us immediately.',
  ],
  action: { label: 'Write to us', url: contactUrl },
  notes: ['If you asked for it, you don’t need to do anything.'],
});

export const approvedNotice = (name: Name, loginUrl: string): EmailContent => ({
  subject: 'Your account is ready',
  salutation: salutation(name),
  paragraphs: ['The people who run this site approved your account. You can sign in now.'],
  action: { label: 'Sign in', url: loginUrl },
  notes: ['If you didn’t sign up, you can ignore this email.'],
});

export const refusedNotice = (name: Name): EmailContent => ({
  subject: 'Your account wasn’t approved',
  salutation: salutation(name),
  paragraphs: [
    'The people who run this site decided not to open an account for you. Everything you entered will be deleted within two days.',
  ],
  notes: ['If you didn’t sign up, you can ignore this email.'],
});

export const moderatorGrantedNotice = (name: Name, reportsUrl: string): EmailContent => ({
  subject: 'You’re a moderator now',
  salutation: salutation(name),
  paragraphs: [
    'An admin of this site made you a moderator. You can now decide on reports, appeals and takedowns.',
  ],
  action: { label: 'See the reports', url: reportsUrl },
  notes: ['If you don’t want to be a moderator, ask an admin to remove you.'],
});

export const moderatorRevokedNotice = (name: Name, contactUrl: string): EmailContent => ({
  subject: 'You’re no longer a moderator',
  salutation: salutation(name),
  paragraphs: ['You’re no longer a moderator of this site. Nothing else about your account has changed.'],
  action: { label: 'Write to us', url: contactUrl },
  notes: ['If you expected this, you don’t need to do anything.'],
});

const planSubjects = {
  paid: 'We received your payment',
  failed: 'Your payment failed',
  ending: 'Your plan is about to end',
};

export const planNotice = (
  name: Name,
  about: keyof typeof planSubjects,
  text: string,
  storeUrl: string,
): EmailContent => ({
  subject: planSubjects[about],
  salutation: salutation(name),
  paragraphs: [text],
  action: { label: 'See your plan', url: storeUrl },
  notes: ['We send this email because you have a paid plan.'],
});
