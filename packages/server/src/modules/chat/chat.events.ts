import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A person sent a message to a chat; `placeId` is the chapter or, for the chat of the story, the story. Emitted while the room is locked. */
export const chatMessageSent = defineEvent('message.sent', {
  payload: { messageId: z.uuid(), senderId: z.uuid(), storyId: z.uuid(), placeId: z.uuid() },
  subject: 'placeId',
  people: ['senderId'],
});
