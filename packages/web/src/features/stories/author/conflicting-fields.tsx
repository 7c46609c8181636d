import { contentWarningNames } from '@inkling/contract/content-warnings';
import type { Story } from '@inkling/contract/stories';
import { audienceNames } from '@inkling/contract/story-labels';
import { Button } from '../../../ui/button.tsx';
import { statusName } from '../story-text.ts';
import { languages } from './languages.ts';
import type { StoryValues } from './story-values.ts';

interface Props {
  /** The fields that were changed both here and somewhere else. */
  fields: (keyof StoryValues)[];
  /** The story as it is saved now. */
  story: Story;
  onResolve: (field: keyof StoryValues, choice: 'mine' | 'theirs') => void;
}

const fieldNames: Record<keyof StoryValues, string> = {
  title: 'title',
  description: 'description',
  genres: 'genres',
  tags: 'tags',
  contentWarnings: 'content warnings',
  audience: 'audience',
  coverImage: 'cover',
  language: 'language',
  status: 'status',
  isAIGenerated: 'AI notice',
  allowsEbook: 'EPUB setting',
};

/** The saved value of a field as text. */
function describeSaved(field: keyof StoryValues, story: Story): string {
  const { title, description, genres, coverImage, language, status, isAIGenerated } = story;
  const words: Record<keyof StoryValues, string> = {
    title,
    description,
    genres: genres.map(({ name }) => name).join(', '),
    tags: story.tags.join(', ') || 'None',
    contentWarnings:
      story.contentWarnings.map((warning) => contentWarningNames[warning]).join(', ') || 'None',
    audience: audienceNames[story.audience],
    coverImage: coverImage === null ? 'No image' : 'Another image',
    language: languages(language).find(({ tag }) => tag === language)?.name ?? language,
    status: statusName(status),
    isAIGenerated: isAIGenerated ? 'On' : 'Off',
    allowsEbook: story.allowsEbook ? 'On' : 'Off',
  };
  return words[field];
}

/** Shows the saved values of fields that were also changed somewhere else, so that the author can choose. */
export function ConflictingFields({ fields, story, onResolve }: Props) {
  if (fields.length === 0) return null;
  return (
    <section
      role="alert"
      aria-label="Changed elsewhere"
      className="space-y-4 rounded-xl border border-line bg-notice p-4 text-on-notice"
    >
      <p className="font-semibold">
        These fields were changed somewhere else in the meantime. Saving replaces them with your version.
      </p>
      {fields.map((field) => (
        <div key={field} className="space-y-2">
          <p>Saved {fieldNames[field]}:</p>
          <p className="max-h-48 overflow-y-auto break-words whitespace-pre-line" dir="auto">
            {describeSaved(field, story)}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onResolve(field, 'theirs')}>Use the saved {fieldNames[field]}</Button>
            <Button variant="ghost" onClick={() => onResolve(field, 'mine')}>
              Keep my {fieldNames[field]}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
