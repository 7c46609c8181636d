import type { CommunityPage, CommunityPost } from '@inkling/contract/communities';
import type { MetaDescriptor } from 'react-router';
import { beginningOf, communityPageMeta, forMatureReaders } from '../../features/communities/page-meta.ts';
import { plainText } from '../../features/communities/post-marks.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';

export const titleOfPost = ({ title }: CommunityPost): string => pageTitle(title ?? 'Post');

interface Shown {
  community: CommunityPage | null;
  /** Null also while the page asks before showing it. */
  post: CommunityPost | null;
  address: string;
}

/** Search engines index a post with its community, unless it is folded for visitors. */
export function postMeta(shown: Shown | null): MetaDescriptor[] {
  if (shown === null) return [{ title: pageTitle('Post not found') }, { name: 'robots', content: 'noindex' }];
  const { community, post, address } = shown;
  if (community === null) return [{ title: pageTitle('Post') }];
  const isIndexed = community.isIndexed && !community.isMature && post?.isFolded === false;
  const name = post?.title ?? `A post in ${community.name}`;
  const description = community.isMature
    ? forMatureReaders
    : beginningOf(
        plainText(
          post?.content ?? `A post in ${community.name}, about a chapter that you may not have read.`,
        ),
      );
  const common = communityPageMeta({
    community,
    title: pageTitle(post?.title ?? 'Post'),
    name,
    description,
    address,
    isIndexed,
    type: 'article',
  });
  if (!isIndexed || post === null) return common;
  const { origin } = new URL(address);
  const count = (action: string, userInteractionCount: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount,
  });
  return [
    ...common,
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'DiscussionForumPosting',
        headline: name,
        text: description,
        url: address,
        datePublished: post.createdAt,
        ...(post.editedAt !== null && { dateModified: post.editedAt }),
        author: {
          '@type': 'Person',
          name: displayNameOf(post.author),
          url: origin + paths.person(post.author.username),
        },
        isPartOf: { '@type': 'WebPage', name: community.name, url: origin + paths.community(community._id) },
        interactionStatistic: [count('LikeAction', post.likes), count('CommentAction', post.commentsCount)],
      },
    },
  ];
}
