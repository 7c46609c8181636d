import type { Story } from '@inkling/contract/stories';
import type { MetaDescriptor } from 'react-router';
import { linkPreviewOf } from '../../features/covers/link-preview.ts';
import type { SharedPassage } from '../../features/sharing/shared-passage-context.ts';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { ogLocale } from '../../lib/og-locale.ts';
import { productName } from '../../lib/titles.ts';

export interface Shown {
  story: Story;
  shared: SharedPassage;
  /** The address of the story's page, and of this one. */
  storyAddress: string;
  address: string;
}

const forMatureReaders = 'This story is for mature readers.';

/**
 * Title and Open Graph metadata of a shared passage: its quotation, or else the story's own description. Search engines
 * are led to the story's page, so that they do not collect passages.
 */
export function passageMeta(shown: Shown | null): MetaDescriptor[] {
  if (shown === null)
    return [{ title: `Story or Chapter Not Found | ${productName}` }, { name: 'robots', content: 'noindex' }];
  const { story, shared, storyAddress, address } = shown;
  const { chapter, quote } = shared;
  const title = `${titleOf(story)} by ${authorOf(story)}`;
  const isMature = story.audience === 'mature';
  const description = isMature ? forMatureReaders : (quote ?? story.summary);
  return [
    { title: `${title} | ${productName}` },
    { name: 'robots', content: 'noindex' },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: storyAddress },
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'article' },
    { property: 'og:title', content: chapter === null ? title : `${title} · ${chapter}` },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: ogLocale(story.language) },
    ...(isMature ? [{ name: 'twitter:card', content: 'summary' }] : linkPreviewOf(story, storyAddress)),
  ];
}
