import { z } from 'zod';
import { defineCall } from './call.ts';
import { passwordLimits, siteLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse, wholeNumber } from './page.ts';
import { invitation } from './sharing.ts';
import { cleanText, emailAddress as email, id, isoDate, prose, withAsciiDomain } from './text.ts';
import { reportedTimeZone } from './time-zones.ts';
import { newUsername } from './usernames.ts';
import { author, languageList, readingPreferences, role } from './users.ts';

/** A person as shown to themselves. */
export const me = z.object({
  _id: id,
  id,
  username: z.string(),
  displayName: z.string(),
  bio: z.string(),
  /** Where I have moved, for those who look at my profile. */
  movedTo: z.string().nullable(),
  email: z.string(),
  /** The new address, which replaces `email` once its emailed link is followed. */
  pendingEmail: z.string().nullable(),
  /** The expiry of that link; null until it has been sent. */
  pendingEmailUntil: isoDate.nullable(),
  avatar: z.string().nullable(),
  role,
  isAdmin: z.boolean(),
  /** Of the site (docs/product/access.md#moderators). */
  isModerator: z.boolean(),
  /** They read, but write nothing (docs/product/measures.md#suspension). */
  isSuspended: z.boolean(),
  /** The last payment for their plan failed. */
  isPaymentDue: z.boolean(),
  /** The ids of the store’s items that I have put in use, other than reading themes. */
  itemsInUse: z.array(z.string()),
  verified: z.boolean(),
  isVerified: z.boolean(),
  createdAt: isoDate,
  timeZone: z.string(),
  /** By how many minutes the clocks of my days are ahead of UTC now. Browsers may know other rules of a zone. */
  utcOffset: z.int(),
  followersCount: z.int(),
  followingCount: z.int(),
  /** The ids of the people they follow, newest first, at most 1,000. */
  following: z.array(id),
  readingPreferences,
  wallet: z.object({ ink: z.int() }),
  readingStats: z.object({
    totalBooksRead: z.int(),
    /** Consecutive days with reading, up to today or yesterday. */
    readingStreak: z.int(),
    minutesRead: z.int(),
    wordsRead: z.int(),
  }),
});
export type Me = z.output<typeof me>;

/** Passwords are used exactly as typed: never trimmed or normalised. */
const newPassword = z
  .string('Please choose a password.')
  .min(passwordLimits.min, 'Password must be at least 8 characters long')
  .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters long`)
  .refine(
    (value) => value.isWellFormed(),
    'This password contains a character that can’t be stored. Please choose another.',
  );

/** The error of a repeated password that differs; it is reported even if other fields are invalid. */
const mismatch = (field: string) => ({
  path: [field],
  message: 'Passwords do not match',
  when: () => true,
});

const session = topResponse({ token: z.string(), user: me });
/** `restored`: whether this sign-in restored an account that was due for deletion. */
const restoringSession = topResponse({ token: z.string(), user: me, restored: z.boolean() });

export const registerBody = z
  .object({
    username: newUsername,
    email,
    password: newPassword,
    passwordConfirm: z.string('Please repeat the password.'),
    timeZone: reportedTimeZone.optional(),
    /** The browser's languages; ignored if they can't be read. */
    languages: languageList.optional().catch(undefined),
    /** The token of an invitation, where one is needed. */
    invitation: z.string().max(200).optional(),
    /** To the operator's question, if there is one. */
    answer: z.string().max(500).optional(),
    /** What a person says about themselves where an admin approves accounts. */
    words: prose(siteLimits.words).optional(),
  })
  .refine((body) => body.password === body.passwordConfirm, mismatch('passwordConfirm'));

export type RegisterInput = z.input<typeof registerBody>;

/** A password to verify: only its length is checked before the comparison. */
const typedPassword = (required: string) =>
  z
    .string(required)
    .min(1, required)
    .max(passwordLimits.max * 8);

export const loginBody = z.object({
  email: z
    .string('Please enter your email address.')
    .transform((raw) => withAsciiDomain(cleanText(raw)))
    .pipe(z.string().min(1, 'Please enter your email address.').max(254)),
  password: typedPassword('Please enter your password.'),
});

export const updatePasswordBody = z
  .object({
    oldPassword: typedPassword('Please enter your old password.'),
    newPassword,
    confirmNewPassword: z.string('Please repeat the new password.'),
  })
  .refine((body) => body.newPassword === body.confirmNewPassword, mismatch('confirmNewPassword'));

export const register = defineCall('POST /auth/register', {
  summary: 'Sign up',
  access: 'public',
  whileSuspended: true,
  // APPROVAL_PENDING: the account is made, and an admin approves it first.
  errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'REGISTRATION_CLOSED', 'APPROVAL_PENDING'],
  limit: 'register',
  body: registerBody,
  response: session,
  status: 201,
});

// A POST, since the logs of proxies have the addresses of a GET.
export const checkSignupInvitation = defineCall('POST /auth/invitation', {
  summary: 'Check whether an invitation can still be used to sign up',
  access: 'public',
  limit: 'read',
  errors: ['NOT_FOUND'],
  body: z.object({ token: z.string().max(200) }),
  response: emptyResponse,
});

export const listSignupInvitations = defineCall('GET /admin/invitations', {
  summary: 'List the invitations to sign up that can still be used, latest first',
  access: 'admin',
  response: dataResponse(z.array(invitation)),
});
export const createSignupInvitation = defineCall('POST /admin/invitations', {
  summary: 'Create an invitation to sign up; only this response has its token',
  access: 'admin',
  errors: ['QUOTA_REACHED'],
  body: z.object({
    uses: wholeNumber('The number of people', 1, siteLimits.invitationUses),
    days: wholeNumber('The number of days', 1, siteLimits.invitationDays),
  }),
  response: dataResponse(invitation.extend({ token: z.string() })),
  status: 201,
});
export const revokeSignupInvitation = defineCall('DELETE /admin/invitations/{id}', {
  withdraws: true,
  summary: 'Revoke an invitation to sign up',
  access: 'admin',
  response: emptyResponse,
});

/** A person who asks for an account. */
export const signupRequest = z.object({
  person: author,
  /** Of their email address, which no one else sees. */
  emailDomain: z.string(),
  isVerified: z.boolean(),
  words: z.string(),
  createdAt: isoDate,
});
export type SignupRequest = z.output<typeof signupRequest>;

export const listSignupRequests = defineCall('GET /admin/signups', {
  summary: 'List the people waiting for approval of their account, the longest wait first',
  access: 'admin',
  query: pageQuery(20),
  response: listResponse(signupRequest),
});
export const decideSignupRequest = defineCall('POST /admin/signups/{id}', {
  withdraws: true,
  summary: 'Approve or decline a person’s account; declining deletes it, and they get an email either way',
  access: 'admin',
  body: z.object({ approves: z.boolean() }),
  response: emptyResponse,
});

export const login = defineCall('POST /auth/login', {
  summary: 'Sign in by email or username',
  access: 'public',
  whileSuspended: true,
  errors: ['WRONG_CREDENTIALS', 'APPROVAL_PENDING'],
  limit: 'login',
  body: loginBody,
  response: restoringSession,
});

export const logout = defineCall('POST /auth/logout', {
  summary: 'End this session',
  access: 'user',
  whileSuspended: true,
  response: emptyResponse,
});

export const getMe = defineCall('GET /auth/me', {
  summary: 'Get the signed-in account, and how many notifications are unread',
  access: 'user',
  response: topResponse({ user: me, unreadCount: z.int() }),
});

export const getStatus = defineCall('GET /auth/status', {
  summary: 'Check whether the token is still valid',
  access: 'public',
  response: topResponse({ isAuthenticated: z.boolean(), user: me.nullable() }),
});

export const updatePassword = defineCall('PATCH /auth/update-password', {
  summary: 'Change my password; this session continues, all others end',
  access: 'user',
  whileSuspended: true,
  errors: ['WRONG_PASSWORD'],
  limit: 'login',
  body: updatePasswordBody,
  response: session,
});

export const forgotPasswordBody = z.object({ email });

export const forgotPassword = defineCall('POST /auth/forgot-password', {
  summary: 'Send a password reset link; the response is the same for every address',
  access: 'public',
  whileSuspended: true,
  limit: 'mail',
  body: forgotPasswordBody,
  response: emptyResponse,
});

/** The token in an emailed link. Any other text is accepted here and refused as an invalid link later. */
const linkToken = z.string().max(200);

export const resetPasswordBody = z
  .object({ password: newPassword, passwordConfirm: z.string('Please repeat the password.') })
  .refine((body) => body.password === body.passwordConfirm, mismatch('passwordConfirm'));

export const checkResetLink = defineCall('GET /auth/reset-password/{token}', {
  summary: 'Check whether the link from the email can still be used',
  access: 'public',
  errors: ['RESET_LINK_INVALID'],
  params: { token: linkToken },
  head: false,
  response: emptyResponse,
});

export const resetPassword = defineCall('PATCH /auth/reset-password/{token}', {
  summary: 'Choose a new password with the link from the email; all sessions end and a new one begins',
  access: 'public',
  whileSuspended: true,
  errors: ['RESET_LINK_INVALID', 'APPROVAL_PENDING'],
  limit: 'login',
  params: { token: linkToken },
  body: resetPasswordBody,
  response: restoringSession,
});

export const verifyEmail = defineCall('GET /auth/verify-email/{token}', {
  summary: 'Verify the email address with the link from the email; following it again changes nothing',
  access: 'public',
  errors: ['EMAIL_TAKEN', 'VERIFICATION_LINK_INVALID'],
  params: { token: linkToken },
  head: false,
  response: emptyResponse,
});

export const resendVerification = defineCall('POST /auth/resend-verification', {
  summary: 'Resend the verification link',
  access: 'user',
  limit: 'mail',
  response: emptyResponse,
});

/** The body of a call that asks for the password again; others extend it. */
export const reauthenticationBody = z.object({ password: typedPassword('Please enter your password.') });

export const updateEmailBody = reauthenticationBody.extend({ email });

export const updateEmail = defineCall('PATCH /auth/update-email', {
  summary: 'Change my email address; it takes effect once the link sent there has been followed',
  access: 'user',
  errors: ['EMAIL_TAKEN', 'WRONG_PASSWORD'],
  // The response reveals whether an address is in use, as a sign-up does.
  limit: 'register',
  body: updateEmailBody,
  response: topResponse({ message: z.string(), user: me }),
});

export const withdrawEmail = defineCall('DELETE /auth/pending-email', {
  summary: 'Cancel a pending change of my email address; the link that was sent becomes invalid',
  access: 'user',
  whileSuspended: true,
  response: topResponse({ message: z.string(), user: me }),
});

/** One of my sessions. */
export const loginSession = z.object({
  _id: id,
  createdAt: isoDate,
  /** Rounded to the hour. */
  lastUsedAt: isoDate,
  /** Browser and system from the user agent, for example 'Firefox on Linux'. */
  device: z.string(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
});
export type LoginSession = z.output<typeof loginSession>;

export const listSessions = defineCall('GET /auth/sessions', {
  summary: 'List my sessions, the most recently used first',
  access: 'user',
  response: dataResponse(z.array(loginSession)),
});

export const endSession = defineCall('DELETE /auth/sessions/{id}', {
  summary: 'End one of my sessions, or with `others` all but this one',
  access: 'user',
  whileSuspended: true,
  params: { id: z.union([z.literal('others'), id]) },
  response: emptyResponse,
});
