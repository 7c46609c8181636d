import type { Collection } from '@inkling/contract/collections';
import type { MetaDescriptor } from 'react-router';
import { linkPreviewOf } from '../../features/covers/link-preview.ts';
import { feedLinks } from '../../features/feeds/feed-links.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle, productName, sitePicture } from '../../lib/titles.ts';

interface Shown {
  /** The first page of the collection. */
  first: { data: Collection } | null;
  address: string;
}

export const titleOfCollection = ({ name, owner }: Pick<Collection, 'name' | 'owner'>): string =>
  `${name} by ${displayNameOf(owner)} | ${productName}`;

const descriptionMax = 200;

/** The start of the description, else a sentence about the collection. */
function descriptionOf({ description, owner, storyCount }: Collection): string {
  const flat = description.replace(/\s+/g, ' ').trim();
  if (flat.length > descriptionMax) return `${flat.slice(0, descriptionMax).replace(/\s+\S*$/, '')}…`;
  if (flat !== '') return flat;
  return `A collection of ${pluralize(storyCount, 'story', 'stories')} by ${displayNameOf(owner)} on ${productName}.`;
}

/** Title, description, Open Graph and JSON-LD metadata. Search engines index public collections only. */
export function collectionMeta(shown: Shown | null): MetaDescriptor[] {
  if (shown === null)
    return [{ title: pageTitle('Collection not found') }, { name: 'robots', content: 'noindex' }];
  const { first: page, address } = shown;
  if (page === null) return [{ title: pageTitle('Collection') }];
  const collection = page.data;
  const description = descriptionOf(collection);
  const { origin } = new URL(address);
  const stories = collection.stories.flatMap(({ story }) => (story === null ? [] : [story]));
  const [first] = stories;
  const picture =
    first === undefined
      ? [
          { property: 'og:image', content: origin + sitePicture },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : linkPreviewOf(first, origin + paths.story(first._id));
  return [
    { title: titleOfCollection(collection) },
    ...(collection.visibility === 'public' ? [] : [{ name: 'robots', content: 'noindex' }]),
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(collection.visibility === 'public'
      ? feedLinks({ address, kind: 'collection', name: collection._id, title: collection.name })
      : []),
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: collection.name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...picture,
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'CollectionPage',
        name: collection.name,
        description,
        url: address,
        dateModified: collection.updatedAt,
        author: {
          '@type': 'Person',
          name: displayNameOf(collection.owner),
          url: origin + paths.person(collection.owner.username),
        },
        mainEntity: {
          '@type': 'ItemList',
          numberOfItems: collection.storyCount,
          itemListElement: stories.map((story, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: titleOf(story),
            url: origin + paths.story(story._id),
          })),
        },
      },
    },
  ];
}
