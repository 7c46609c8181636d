import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A reader rated a story, or changed a rating or its review; `isNew` if they had not rated it. */
export const ratingSaved = defineEvent('rating.saved', {
  payload: {
    raterId: z.uuid(),
    storyId: z.uuid(),
    rating: z.int(),
    hasReview: z.boolean(),
    isNew: z.boolean(),
  },
  subject: 'raterId',
  people: ['raterId'],
});
