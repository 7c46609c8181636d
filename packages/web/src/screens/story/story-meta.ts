import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import type { MetaDescriptor } from 'react-router';
import { linkPreviewOf } from '../../features/covers/link-preview.ts';
import { feedLinks } from '../../features/feeds/feed-links.ts';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { ogLocale } from '../../lib/og-locale.ts';
import { pageTitle, productName } from '../../lib/titles.ts';

const forMatureReaders = 'This story is for mature readers.';

interface Shown {
  story: Story | null;
  chapters: ChapterSummary[];
  address: string;
}

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

/** Title, description, Open Graph and JSON-LD metadata. A mature story has no cover or description, and is not indexed. */
export function storyMeta(shown: Shown | null): MetaDescriptor[] {
  if (shown === null)
    return [{ title: `Story Not Found | ${productName}` }, { name: 'robots', content: 'noindex' }];
  const { story, chapters, address } = shown;
  if (story === null) return [{ title: pageTitle('Story Details') }];
  const isMature = story.audience === 'mature';
  const description = isMature ? forMatureReaders : story.summary;
  const common: MetaDescriptor[] = [
    { title: `${titleOf(story)} by ${authorOf(story)} | ${productName}` },
    ...(isMature ? [{ name: 'robots', content: 'noindex' }] : []),
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...feedLinks({ address, kind: 'story', name: story._id, title: titleOf(story), mature: isMature }),
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'book' },
    { property: 'og:title', content: titleOf(story) },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: ogLocale(story.language) },
  ];
  if (isMature) return [...common, { name: 'twitter:card', content: 'summary' }];
  return [
    ...common,
    ...linkPreviewOf(story, address),
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
