import { z } from 'zod';
import { id } from './text.ts';

export const usernameLimits = { min: 3, max: 30 };
export const displayNameMax = 60;
export const bioMax = 500;

export const role = z.enum(['reader', 'author']);

/** A person as everybody sees them beside what they wrote. */
export const author = z.object({
  _id: id,
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
});
export type Author = z.output<typeof author>;
