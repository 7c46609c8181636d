import type { Story, StoryBody } from '@inkling/contract/stories';

/** The values of the story form. */
export type StoryValues = Required<StoryBody>;

/** The initial values of a new story. */
export const emptyStory: StoryValues = {
  title: '',
  description: '',
  genres: [],
  tags: [],
  contentWarnings: [],
  audience: 'everyone',
  coverImage: null,
  language: 'en',
  status: 'ongoing',
  isAIGenerated: false,
  allowsEbook: false,
};

export const valuesOf = (story: Story): StoryValues => ({
  title: story.title,
  description: story.description,
  genres: story.genres.map(({ _id }) => _id),
  tags: story.tags,
  contentWarnings: story.contentWarnings,
  audience: story.audience,
  coverImage: story.coverImage,
  language: story.language,
  status: story.status,
  isAIGenerated: story.isAIGenerated,
  allowsEbook: story.allowsEbook ?? false,
});

/** Whether a changed field has a different value now than when it was edited. */
export const hasConflict = (now: StoryValues, before: StoryValues, changes: Partial<StoryValues>): boolean =>
  (Object.keys(changes) as (keyof StoryValues)[]).some(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]),
  );
