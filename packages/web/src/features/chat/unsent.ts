import { ApiError, isSignedOut, mayPass } from '../../lib/api.ts';
import { outboxes, type Unsent } from '../../lib/outbox.ts';

export type UnsentMessage = Unsent<{ message: string }>;

/** A person's messages that a chat does not have yet. Only those that failed while this page was open are sent again by themselves. */
export const unsentMessages = outboxes<{ message: string }>({
  isMade: ({ message }) => typeof message === 'string',
  interrupted: 'The page was closed too soon.',
  resumes: false,
  isLost: (error) =>
    isSignedOut(error) || (error instanceof ApiError && error.status !== 429 && mayPass(error)),
  fallback: () => 'Failed to send the message.',
});
