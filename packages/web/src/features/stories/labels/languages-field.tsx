import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { languagesQuery } from '../list/story-lists.api.ts';
import { languageName, useBrowserLanguages } from '../story-language.ts';

interface Props {
  legend: string;
  value: string[];
  onChange: (languages: string[]) => void;
}

/** Chooses the languages that a person reads: from those of the site's stories, of the browser, and those chosen before. */
export function LanguagesField({ legend, value, onChange }: Props) {
  const found = useQuery(languagesQuery);
  const browser = useBrowserLanguages();
  const [first] = useState(value);
  const offered = new Set([
    ...(found.data?.data.map(({ language }) => language) ?? []),
    ...browser,
    ...first,
    ...value,
  ]);
  return (
    <CheckboxGroup
      legend={legend}
      hint="Lists and recommendations show only stories in these languages; searches show them first. Choose none to see all languages."
      options={[...offered].map((language) => ({ value: language, name: languageName(language) }))}
      value={value}
      onChange={onChange}
    />
  );
}
