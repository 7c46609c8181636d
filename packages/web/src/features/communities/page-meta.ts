import type { CommunityPage } from '@inkling/contract/communities';
import type { MetaDescriptor } from 'react-router';
import { productName, sitePicture } from '../../lib/titles.ts';

const descriptionMax = 200;
export const forMatureReaders = 'This community is about a story for mature readers.';

/** The beginning of a text on one line. */
export function beginningOf(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > descriptionMax ? `${flat.slice(0, descriptionMax).replace(/\s+\S*$/, '')}…` : flat;
}

interface Shown {
  community: Pick<CommunityPage, 'image' | 'isMature'>;
  /** Of the tab, and of the preview on other sites. */
  title: string;
  name: string;
  description: string;
  address: string;
  isIndexed: boolean;
  type: 'website' | 'article';
}

/** Metadata of a page of a community for search engines and previews. Communities of mature stories have no cover in them. */
export function communityPageMeta(shown: Shown): MetaDescriptor[] {
  const { community, title, name, description, address, isIndexed, type } = shown;
  const cover = community.isMature ? null : community.image;
  return [
    { title },
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: type },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: new URL(cover ?? sitePicture, address).href },
    { name: 'twitter:card', content: cover === null ? 'summary_large_image' : 'summary' },
  ];
}
