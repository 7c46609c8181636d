import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Testimonial, testimonial } from '@inkling/contract/site';
import { z } from 'zod';
import { StartupProblem } from '../../platform/startup-problem.ts';

/** The file with the operator's testimonials. */
export const testimonialsFile = (dataDir: string): string => join(dataDir, 'testimonials.json');

/** Reads the testimonials; none without a file. An invalid file prevents startup. */
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
      `${file} is not a valid list of testimonials. Write it as [{ "text": "…", "name": "…" }], or remove the file.`,
      { cause: error },
    );
  }
}
