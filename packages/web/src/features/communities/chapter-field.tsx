import { numberedTitle } from '@inkling/contract/chapter-title';
import { chaptersPerPage } from '@inkling/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { chaptersQuery } from '../chapters/chapters.api.ts';

interface Props {
  storyId: string;
  value: string | null;
  onChange: (chapterId: string | null) => void;
}

/**
 * Up to which chapter a post is about the story; it stays folded for readers who have not reached it. A long story's
 * chapters are offered in parts.
 */
export function UpToChapterField({ storyId, value, onChange }: Props) {
  const [page, setPage] = useState(1);
  const input = page === 1 ? {} : { page };
  const query = useQuery({ ...chaptersQuery(storyId, input), placeholderData: keepPreviousData });
  const chapters = query.data?.data ?? [];
  const { total, totalPages } = query.data?.pagination ?? { total: 0, totalPages: 1 };
  return (
    <>
      <SelectField
        label="Spoilers"
        hint="Readers who haven’t reached the chapter won’t see the post unless they choose to."
        value={value ?? ''}
        disabled={query.isPlaceholderData}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">No spoilers</option>
        {chapters.map((chapter) => (
          <option key={chapter._id} value={chapter._id}>
            {`Up to ${numberedTitle(chapter)}`}
          </option>
        ))}
        {value !== null && !chapters.some(({ _id }) => _id === value) && (
          <option value={value}>The chapter you chose earlier</option>
        )}
      </SelectField>
      {totalPages > 1 && (
        <SelectField
          label="Chapters to choose from"
          value={page}
          onChange={({ target }) => setPage(Number(target.value))}
        >
          {Array.from({ length: totalPages }, (_, index) => index + 1).map((part) => (
            <option key={part} value={part}>
              {(part - 1) * chaptersPerPage + 1} to {Math.min(total, part * chaptersPerPage)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
