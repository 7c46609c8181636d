import { pluralize } from '../../lib/format.ts';
import { aboutTime } from './about-time.ts';

/** 'Readers take about 3 h (average of 12 readers)'; null without an average. */
export function averageText(
  { averageMinutes, readers }: { averageMinutes: number | null; readers: number | null },
  of = '',
): string | null {
  if (averageMinutes === null || readers === null) return null;
  return `Readers take about ${aboutTime(averageMinutes)}${of} (average of ${pluralize(readers, 'reader')})`;
}
