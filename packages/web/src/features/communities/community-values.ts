import type { CommunityCategory, CommunityPage, CommunityRule } from '@inkling/contract/communities';

/** What the form of a community holds. `belongs`: empty, 'author', or the id of a story. */
export interface CommunityValues {
  name: string;
  description: string;
  category: CommunityCategory;
  isPrivate: boolean;
  isIndexed: boolean;
  rules: CommunityRule[];
  image: string | null;
  belongs: string;
}

/** What the fields are called in the middle of a sentence. */
export const communityFieldNames: Record<keyof CommunityValues, string> = {
  name: 'name',
  description: 'description',
  category: 'category',
  isPrivate: 'privacy',
  isIndexed: 'search engines',
  rules: 'rules',
  image: 'cover',
  belongs: 'what it belongs to',
};

export const emptyCommunity: CommunityValues = {
  name: '',
  description: '',
  category: 'general',
  isPrivate: false,
  isIndexed: true,
  rules: [],
  image: null,
  belongs: '',
};

export function valuesOf(community: CommunityPage): CommunityValues {
  const { name, description, category, isPrivate, isIndexed, rules, image, belongsTo } = community;
  const belongs = belongsTo?.kind === 'story' ? belongsTo.story._id : (belongsTo?.kind ?? '');
  return { name, description, category, isPrivate, isIndexed, rules, image, belongs };
}

const belongsToOf = (belongs: string) =>
  belongs === ''
    ? null
    : belongs === 'author'
      ? ({ kind: 'author' } as const)
      : ({ kind: 'story', storyId: belongs } as const);

/** Changed values as the calls take them. */
export const bodyOf = <Some extends Partial<CommunityValues>>({ belongs, ...values }: Some) => ({
  ...values,
  ...(belongs !== undefined && { belongsTo: belongsToOf(belongs) }),
});

/** The first message of a field's errors, which for a list are those of its items. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  // A `ref` is an element.
  const parts = Object.entries(error).filter(([name]) => name !== 'ref');
  return parts.map(([, part]) => firstMessage(part)).find((message) => message !== undefined);
}
