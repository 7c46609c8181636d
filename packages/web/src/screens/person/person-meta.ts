import type { PublicProfile } from '@inkling/contract/profiles';
import type { MetaDescriptor } from 'react-router';
import { feedLinks } from '../../features/feeds/feed-links.ts';
import { displayNameOf, hasDisplayName } from '../../features/users/display-name.ts';
import { pageTitle, productName, sitePicture } from '../../lib/titles.ts';

interface Shown {
  person: PublicProfile | null;
  address: string;
}

/** The page title, with display name and username where they differ. */
export const titleOfPerson = (person: PublicProfile): string =>
  pageTitle(hasDisplayName(person) ? `${displayNameOf(person)} (@${person.username})` : person.username);

const descriptionMax = 200;

/** The meta description: the start of the bio, else a sentence about the person's stories. */
function descriptionOf(person: PublicProfile): string {
  const bio = person.bio.replace(/\s+/g, ' ').trim();
  if (bio.length > descriptionMax) return `${bio.slice(0, descriptionMax).replace(/\s+\S*$/, '')}…`;
  if (bio !== '') return bio;
  const stories = `${person.storyCount} ${person.storyCount === 1 ? 'story' : 'stories'}`;
  return person.storyCount === 0
    ? `${displayNameOf(person)} reads on ${productName}.`
    : `${displayNameOf(person)} has published ${stories} on ${productName}.`;
}

/** Title, description, Open Graph and JSON-LD metadata. */
export function personMeta(shown: Shown | null): MetaDescriptor[] {
  if (shown === null)
    return [{ title: pageTitle('Person not found') }, { name: 'robots', content: 'noindex' }];
  const { person, address } = shown;
  if (person === null) return [{ title: pageTitle('Profile') }];
  const description = descriptionOf(person);
  const image = new URL(person.avatar ?? sitePicture, address).href;
  const counted = (type: string, count: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${type}`,
    userInteractionCount: count,
  });
  return [
    { title: titleOfPerson(person) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(person.storyCount > 0
      ? feedLinks({ address, kind: 'user', name: person.username, title: displayNameOf(person) })
      : []),
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'profile' },
    { property: 'profile:username', content: person.username },
    { property: 'og:title', content: displayNameOf(person) },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary' },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        url: address,
        dateCreated: person.createdAt,
        mainEntity: {
          '@type': 'Person',
          name: displayNameOf(person),
          alternateName: person.username,
          identifier: person._id,
          url: address,
          description,
          ...(person.avatar !== null && { image }),
          interactionStatistic: counted('FollowAction', person.followersCount),
          agentInteractionStatistic: counted('WriteAction', person.storyCount),
        },
      },
    },
  ];
}
