import type { EmailContent } from '../../platform/email/layout.ts';
import { type Name, salutation } from './salutation.ts';

export type LinkTemplate = (name: Name, url: string) => EmailContent;

const notYou = 'If you did not ask for this, you need not do anything.';

export const verifyEmailTemplate: LinkTemplate = (name, url) => ({
  subject: 'Verify your email address',
  greeting: salutation(name),
  paragraphs: ['Welcome. Please show us that this address is yours, and your account is complete.'],
  action: { label: 'Verify email address', url },
  notes: ['The link works for 24 hours.', 'If you did not sign up, you need not do anything.'],
});

export const passwordResetTemplate: LinkTemplate = (name, url) => ({
  subject: 'Choose a new password',
  greeting: salutation(name),
  paragraphs: ['Somebody asked for a new password for your account. If it was you, choose it here.'],
  action: { label: 'Reset password', url },
  notes: [
    'The link works once, within one hour. A newer mail makes this one void.',
    `${notYou} Your password stays as it is.`,
  ],
});

export const confirmAddressTemplate: LinkTemplate = (name, url) => ({
  subject: 'Confirm your new email address',
  greeting: salutation(name),
  paragraphs: [
    'You want mails about your account to come to this address. Please confirm that it is yours; until then, your old address stays.',
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
  'If that was not you, choose a new password now: open the site, and follow ‘Forgot password?’ where you sign in.';

export const addressChangeNotice = (name: Name, next: string): EmailContent => ({
  subject: 'Your email address is to change',
  greeting: salutation(name),
  paragraphs: [
    `Somebody who is signed in as you, and knows your password, wants to use ${hinted(name, next)} for your account instead of this address. The change is made once a link that we have sent there is followed.`,
    wasItNotYou,
  ],
  notes: ['If it was you, you need not do anything.'],
});

export const addressChangedNotice = (contactUrl: string): EmailContent => ({
  subject: 'Your email address has changed',
  greeting: salutation(null),
  paragraphs: [
    'From now on your account uses another address, and this one no longer.',
    'If that was not you, somebody else has your password and your account. Write to us at once, and say your username, this address, and that you did not change it. We can shut the account until it is clear whose it is.',
    'Where you use the same password elsewhere, choose another there, too.',
  ],
  action: { label: 'Write to us', url: contactUrl },
  notes: ['If it was you, you need not do anything.', 'This is the last mail that we send to this address.'],
});

export const passwordChangedNotice = (name: Name, siteUrl: string): EmailContent => ({
  subject: 'Your password has changed',
  greeting: salutation(name),
  paragraphs: [
    'The password of your account has just been changed, and every other log-in has been ended.',
    wasItNotYou,
  ],
  action: { label: 'Open the site', url: siteUrl },
  notes: ['If it was you, you need not do anything.'],
});

export const accountDeletionNotice = (name: Name, date: string, loginUrl: string): EmailContent => ({
  subject: 'Your account will be deleted',
  greeting: salutation(name),
  paragraphs: [
    `You have asked us to delete your account. We will do so on ${date}: your stories, your library and everything else that we keep on you. Until then nobody sees your stories or your profile.`,
    'If you change your mind, or if it was not you: log in before that day, and everything is as it was.',
  ],
  action: { label: 'Keep my account', url: loginUrl },
  notes: ['If you want to leave, you need not do anything. We are sorry to see you go.'],
});

export const accountRestoredNotice = (name: Name, siteUrl: string): EmailContent => ({
  subject: 'Your account is back',
  greeting: salutation(name),
  paragraphs: [
    'You have logged in, so your account will not be deleted. Your stories and your profile are to be seen again, as they were.',
    wasItNotYou,
  ],
  action: { label: 'Open the site', url: siteUrl },
  notes: ['If it was you, you need not do anything.'],
});
