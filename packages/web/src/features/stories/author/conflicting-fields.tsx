import type { Story } from '@inkling/contract/stories';
import { Button } from '../../../ui/button.tsx';
import { languages } from './languages.ts';
import { type StoryValues, statuses } from './story-values.ts';

interface Props {
  /** Those that were changed here and, meanwhile, elsewhere. */
  fields: (keyof StoryValues)[];
  /** As it is saved now. */
  story: Story;
  onSettle: (field: keyof StoryValues, choice: 'mine' | 'theirs') => void;
}

const names: Record<keyof StoryValues, string> = {
  title: 'title',
  description: 'description',
  genres: 'genres',
  coverImage: 'cover',
  language: 'language',
  status: 'status',
  isAIGenerated: 'AI notice',
};

/** What a field has now, in words. */
function savedAs(field: keyof StoryValues, story: Story): string {
  const { title, description, genres, coverImage, language, status, isAIGenerated } = story;
  const words: Record<keyof StoryValues, string> = {
    title,
    description,
    genres: genres.map(({ name }) => name).join(', '),
    coverImage: coverImage === null ? 'No image' : 'Another image',
    language: languages(language).find(({ tag }) => tag === language)?.name ?? language,
    status: statuses.find(({ value }) => value === status)?.name ?? status,
    isAIGenerated: isAIGenerated ? 'On' : 'Off',
  };
  return words[field];
}

/** Shows what was changed elsewhere since it was changed here, so that neither goes unseen. */
export function ConflictingFields({ fields, story, onSettle }: Props) {
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
          <p>Saved {names[field]}:</p>
          <p className="max-h-48 overflow-y-auto break-words whitespace-pre-line" dir="auto">
            {savedAs(field, story)}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onSettle(field, 'theirs')}>Use the saved {names[field]}</Button>
            <Button variant="ghost" onClick={() => onSettle(field, 'mine')}>
              Keep my {names[field]}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
