import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Testimonial, testimonial } from '@inkling/contract/site';
import { z } from 'zod';
import { StartupProblem } from '../../platform/startup-problem.ts';

/** Where the operator keeps what people say of the site. */
export const testimonialsFile = (dataDir: string): string => join(dataDir, 'testimonials.json');

/** Reads the operator's testimonials; none without a file. A file that cannot be read stops the start. */
export function readTestimonials(dataDir: string): Testimonial[] {
  const file = testimonialsFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  try {
    return z.array(testimonial).max(12).parse(JSON.parse(text));
  } catch (error) {
    throw new StartupProblem(
      `${file} is no list of testimonials. Write it as [{ "text": "…", "name": "…" }], or take it away.`,
      78,
      { cause: error },
    );
  }
}
