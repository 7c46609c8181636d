import { z } from 'zod';
import { defineCall } from './call.ts';
import { doneAnswer, topAnswer } from './page.ts';
import { cleanText, id, isoDate } from './text.ts';
import { role, usernameLimits } from './users.ts';

export const passwordLimits = { min: 8, max: 128 };

/** A person as they see themselves. */
export const me = z.object({
  _id: id,
  id,
  username: z.string(),
  displayName: z.string(),
  bio: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role,
  isAdmin: z.boolean(),
  verified: z.boolean(),
  isVerified: z.boolean(),
  createdAt: isoDate,
});
export type Me = z.output<typeof me>;

const username = z
  .string('Please choose a username.')
  .transform((raw) => cleanText(raw).normalize('NFKC'))
  .pipe(
    z
      .string()
      .min(usernameLimits.min, `A username has ${usernameLimits.min} to ${usernameLimits.max} characters.`)
      .max(usernameLimits.max, `A username has ${usernameLimits.min} to ${usernameLimits.max} characters.`)
      .regex(/^[\p{L}\p{N}_.-]+$/u, 'A username has letters, digits and _ . - only.'),
  )
  .meta({ minLength: usernameLimits.min, maxLength: usernameLimits.max });

const email = z
  .string('Please enter your email address.')
  .transform(cleanText)
  .pipe(
    z
      .email('Please enter an email address like name@example.com.')
      .max(254, 'This email address is too long.'),
  )
  .meta({ format: 'email', maxLength: 254 });

/** Passwords are taken exactly as typed: never trimmed, never normalised. */
const newPassword = z
  .string('Please choose a password.')
  .min(passwordLimits.min, 'Password must be at least 8 characters long')
  .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters long`)
  .refine((value) => value.isWellFormed(), 'Password has a character that cannot be stored.');

const session = topAnswer({ token: z.string(), user: me });

export const registerBody = z
  .object({
    username,
    email,
    password: newPassword,
    passwordConfirm: z.string('Please repeat the password.'),
  })
  .refine((body) => body.password === body.passwordConfirm, {
    path: ['passwordConfirm'],
    message: 'Passwords do not match',
    when: () => true,
  });

/** Nothing but the length of what was typed is judged before it is compared. */
const typedPassword = (required: string) =>
  z
    .string(required)
    .min(1, required)
    .max(passwordLimits.max * 8);

export const loginBody = z.object({
  email: z
    .string('Please enter your email address.')
    .transform(cleanText)
    .pipe(z.string().min(1, 'Please enter your email address.').max(254)),
  password: typedPassword('Please enter your password.'),
});

export const updatePasswordBody = z
  .object({
    oldPassword: typedPassword('Please enter your old password.'),
    newPassword,
    confirmNewPassword: z.string('Please repeat the new password.'),
  })
  .refine((body) => body.newPassword === body.confirmNewPassword, {
    path: ['confirmNewPassword'],
    message: 'Passwords do not match',
    when: () => true,
  });

export const register = defineCall('POST /auth/register', {
  summary: 'Sign up',
  access: 'public',
  limit: 'register',
  body: registerBody,
  answer: session,
  status: 201,
});

export const login = defineCall('POST /auth/login', {
  summary: 'Log in by email or username',
  access: 'public',
  limit: 'login',
  body: loginBody,
  answer: session,
});

export const logout = defineCall('POST /auth/logout', {
  summary: 'End this session',
  access: 'user',
  answer: doneAnswer,
});

export const getMe = defineCall('GET /auth/me', {
  summary: 'Who I am',
  access: 'user',
  answer: topAnswer({ user: me }),
});

export const getStatus = defineCall('GET /auth/status', {
  summary: 'Whether the token still counts',
  access: 'public',
  answer: topAnswer({ isAuthenticated: z.boolean(), user: me.nullable() }),
});

export const updatePassword = defineCall('PATCH /auth/update-password', {
  summary: 'Change my password; this log-in goes on, every other one ends',
  access: 'user',
  limit: 'login',
  body: updatePasswordBody,
  answer: session,
});
