import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataAnswer } from './page.ts';

/** What somebody says of the site, in the operator's own file (docs/product.md §5.2). */
export const testimonial = z.object({ text: z.string().min(1).max(500), name: z.string().min(1).max(60) });
export type Testimonial = z.output<typeof testimonial>;

export const getSite = defineCall('GET /site', {
  summary: 'What the operator says of the site',
  access: 'public',
  answer: dataAnswer(z.object({ testimonials: z.array(testimonial) })),
});
