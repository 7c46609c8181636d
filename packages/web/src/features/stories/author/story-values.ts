import type { ContentWarning } from '@inkling/contract/content-warnings';
import type { Story } from '@inkling/contract/stories';
import type { Audience } from '@inkling/contract/story-labels';

/** The values of the story form. */
export interface StoryValues {
  title: string;
  description: string;
  genres: string[];
  tags: string[];
  contentWarnings: ContentWarning[];
  audience: Audience;
  coverImage: string | null;
  language: string;
  status: Story['status'];
  isAIGenerated: boolean;
}

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
});

export const statuses: { value: Story['status']; name: string }[] = [
  { value: 'ongoing', name: 'Ongoing' },
  { value: 'completed', name: 'Completed' },
  { value: 'coming_soon', name: 'Coming Soon' },
];

/** Whether a changed field has a different value now than when it was edited. */
export const hasConflict = (now: StoryValues, before: StoryValues, changes: Partial<StoryValues>): boolean =>
  Object.keys(changes).some((name) => {
    const valueIn = (values: StoryValues) =>
      JSON.stringify(Object.entries(values).find(([key]) => key === name));
    return valueIn(now) !== valueIn(before);
  });
