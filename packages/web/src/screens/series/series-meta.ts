import type { Series } from '@inkling/contract/series';
import type { MetaDescriptor } from 'react-router';
import { linkPreviewOf } from '../../features/covers/link-preview.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle, productName } from '../../lib/titles.ts';

interface Shown {
  series: Series | null;
  address: string;
}

export const titleOfSeries = ({ name, author }: Pick<Series, 'name' | 'author'>): string =>
  `${name} by ${displayNameOf(author)} | ${productName}`;

const descriptionMax = 200;

/** The start of the description, else a sentence about the series. */
function descriptionOf({ description, author, storyCount }: Series): string {
  const flat = description.replace(/\s+/g, ' ').trim();
  if (flat.length > descriptionMax) return `${flat.slice(0, descriptionMax).replace(/\s+\S*$/, '')}…`;
  if (flat !== '') return flat;
  return `A series of ${pluralize(storyCount, 'story', 'stories')} by ${displayNameOf(author)} on ${productName}.`;
}

/** Title, description, Open Graph and JSON-LD metadata. */
export function seriesMeta(shown: Shown | null): MetaDescriptor[] {
  if (shown === null)
    return [{ title: pageTitle('Series not found') }, { name: 'robots', content: 'noindex' }];
  const { series, address } = shown;
  if (series === null) return [{ title: pageTitle('Series') }];
  const { origin } = new URL(address);
  const description = descriptionOf(series);
  const [first] = series.stories;
  return [
    { title: titleOfSeries(series) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: series.name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...(first === undefined ? [] : linkPreviewOf(first, origin + paths.story(first._id))),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BookSeries',
        name: series.name,
        description,
        url: address,
        author: {
          '@type': 'Person',
          name: displayNameOf(series.author),
          url: origin + paths.person(series.author.username),
        },
        hasPart: series.stories.map((story, index) => ({
          '@type': 'Book',
          position: index + 1,
          name: titleOf(story),
          url: origin + paths.story(story._id),
        })),
      },
    },
  ];
}
