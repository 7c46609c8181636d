import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../ui/field.tsx';
import { chaptersQuery } from '../chapters/chapters.api.ts';

interface Props {
  storyId: string;
  value: string | null;
  onChange: (chapterId: string | null) => void;
}

/** Up to which chapter a post is about the story; it stays folded for readers who have not reached it. Offers the first 200. */
export function UpToChapterField({ storyId, value, onChange }: Props) {
  const query = useQuery(chaptersQuery(storyId, {}));
  const chapters = query.data?.data ?? [];
  return (
    <SelectField
      label="Spoilers"
      hint="Readers who haven’t reached the chapter won’t see the post unless they choose to."
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">No spoilers</option>
      {chapters.map((chapter) => (
        <option key={chapter._id} value={chapter._id}>
          Up to chapter {chapter.chapterNumber}: {chapter.title}
        </option>
      ))}
      {value !== null && !chapters.some(({ _id }) => _id === value) && (
        <option value={value}>The chapter you chose earlier</option>
      )}
    </SelectField>
  );
}
