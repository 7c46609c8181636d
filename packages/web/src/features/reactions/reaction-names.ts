import type { ReactionType } from '@inkling/contract/reactions';

/** What each reaction is called, in the order in which they are shown. */
export const reactionNames: [type: ReactionType, name: string][] = [
  ['love', 'Loved it'],
  ['laugh', 'Funny'],
  ['surprise', 'Surprising'],
  ['sad', 'Sad'],
  ['suspense', 'Gripping'],
];
