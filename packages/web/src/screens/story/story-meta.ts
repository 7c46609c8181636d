import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import type { MetaDescriptor } from 'react-router';
import { linkPreviewOf } from '../../features/covers/link-preview.ts';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { pageTitle, productName } from '../../lib/titles.ts';

const forMatureReaders = 'This story is for mature readers.';

interface Shown {
  story: Story | null;
  chapters: ChapterSummary[];
  address: string;
}

/** For a mature story: no cover or description, and not indexed by search engines. */
const matureMeta = (story: Story, title: string, address: string): MetaDescriptor[] => [
  { title },
  { name: 'robots', content: 'noindex' },
  { name: 'description', content: forMatureReaders },
  { tagName: 'link', rel: 'canonical', href: address },
  { property: 'og:site_name', content: productName },
  { property: 'og:type', content: 'book' },
  { property: 'og:title', content: titleOf(story) },
  { property: 'og:description', content: forMatureReaders },
  { property: 'og:url', content: address },
  { property: 'og:locale', content: story.language },
  { name: 'twitter:card', content: 'summary' },
];

/** The average of a rated story, for search engines. */
function ratingOf({ stats: { averageRating, ratingsCount } }: Story) {
  if (averageRating === null) return {};
  const aggregateRating = {
    '@type': 'AggregateRating',
    ratingValue: averageRating,
    ratingCount: ratingsCount,
    bestRating: 5,
    worstRating: 1,
  };
  return { aggregateRating };
}

/** Title, description, Open Graph and JSON-LD metadata. */
export function storyMeta(shown: Shown | null): MetaDescriptor[] {
  if (shown === null)
    return [{ title: `Story Not Found | ${productName}` }, { name: 'robots', content: 'noindex' }];
  const { story, chapters, address } = shown;
  if (story === null) return [{ title: pageTitle('Story Details') }];
  const title = `${titleOf(story)} by ${authorOf(story)} | ${productName}`;
  if (story.audience === 'mature') return matureMeta(story, title, address);
  const preview = linkPreviewOf(story, address);
  return [
    { title },
    { name: 'description', content: story.summary },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'book' },
    { property: 'og:title', content: titleOf(story) },
    { property: 'og:description', content: story.summary },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: story.language },
    ...preview,
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Book',
        name: titleOf(story),
        description: story.summary,
        url: address,
        inLanguage: story.language,
        author: { '@type': 'Person', name: story.author.displayName },
        genre: story.genres.map(({ name }) => name),
        ...(story.coverImage !== null && { image: new URL(story.coverImage, address).href }),
        ...(story.publishedAt !== null && { datePublished: story.publishedAt }),
        ...ratingOf(story),
        hasPart: chapters.slice(0, 100).map(({ title: name, chapterNumber }) => ({
          '@type': 'Chapter',
          name,
          position: chapterNumber,
        })),
      },
    },
  ];
}
