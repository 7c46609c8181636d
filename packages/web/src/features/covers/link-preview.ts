import type { Story } from '@inkling/contract/stories';
import type { MetaDescriptor } from 'react-router';
import { stableHash } from '../../ui/stable-hash.ts';
import { authorOf, coverAlt, titleOf } from './cover-text.ts';

/**
 * The picture for link previews. The server draws one from every cover but those of other sites, which it does not
 * fetch. The version lets other sites notice a new cover, since they store pictures by their address. `address` is that
 * of the story's page.
 */
export function linkPreviewOf(
  story: Pick<Story, 'title' | 'author' | 'coverImage' | 'coverStyle'>,
  address: string,
): MetaDescriptor[] {
  const cover = story.coverImage;
  if (cover?.startsWith('https://'))
    return [
      { property: 'og:image', content: cover },
      { name: 'twitter:card', content: 'summary' },
    ];
  const version = stableHash(
    [titleOf(story), authorOf(story), cover ?? story.coverStyle ?? ''].join('\n'),
  ).toString(36);
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
