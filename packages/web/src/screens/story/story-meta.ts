import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import type { MetaDescriptor } from 'react-router';
import { authorOf, coverAlt, titleOf } from '../../features/stories/story-text.ts';
import { pageTitle, productName } from '../../lib/titles.ts';
import { stableHash } from '../../ui/stable-hash.ts';

const forMatureReaders = 'This story is for mature readers.';

interface Shown {
  story: Story | null;
  chapters: ChapterSummary[];
  address: string;
}

/**
 * The picture for link previews. The server draws one from every cover but those of other sites, which it does not
 * fetch. The version lets other sites notice a new cover, since they store pictures by their address.
 */
function previewOf(story: Story, address: string): MetaDescriptor[] {
  const cover = story.coverImage;
  if (cover?.startsWith('https://'))
    return [
      { property: 'og:image', content: cover },
      { name: 'twitter:card', content: 'summary' },
    ];
  const version = stableHash([titleOf(story), authorOf(story), cover ?? ''].join('\n')).toString(36);
  const image = `${address}/preview.jpg?v=${version}`;
  const alt = coverAlt(titleOf(story));
  return [
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: alt },
  ];
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
  const preview = previewOf(story, address);
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
