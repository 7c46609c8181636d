import { expect, test } from 'vitest';
import { story } from '../../testing/fixtures.ts';
import { storyMeta } from './story-meta.ts';

const address = 'https://inkling.example/story/1';
const bookOf = (stats: Partial<typeof story.stats>) =>
  storyMeta({ story: { ...story, stats: { ...story.stats, ...stats } }, chapters: [], address }).find(
    (one) => 'script:ld+json' in one,
  )?.['script:ld+json' as never];

test('search engines get the average of a rated story, and none of an unrated one', () => {
  expect(bookOf({ averageRating: 4.33, ratingsCount: 3 })).toMatchObject({
    '@type': 'Book',
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: 4.33,
      ratingCount: 3,
      bestRating: 5,
      worstRating: 1,
    },
  });
  expect(bookOf({})).not.toHaveProperty('aggregateRating');
});
