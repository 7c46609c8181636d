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

test('a story names its feeds, a mature one those that list it', () => {
  const feedsOf = (audience: typeof story.audience) =>
    storyMeta({ story: { ...story, audience }, chapters: [], address }).flatMap((one) =>
      'rel' in one && one.rel === 'alternate' && 'href' in one ? [String(one.href)] : [],
    );
  const feed = `https://inkling.example/feeds/story/${story._id}`;
  expect(feedsOf('everyone')).toEqual([`${feed}.atom`, `${feed}.json`]);
  expect(feedsOf('mature')).toEqual([`${feed}.atom?mature=1`, `${feed}.json?mature=1`]);
});
