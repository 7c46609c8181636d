import { annotationLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useOpened } from '../../lib/use-opened.ts';
import { ListToolbar, ToolbarChoice } from '../../ui/list-toolbar.tsx';
import type { AnnotationView } from './annotation-view.ts';
import { annotatedStoriesQuery, bookmarkTagsQuery } from './annotations.api.ts';
import { colors, highlightColors } from './colors.ts';

interface Props {
  view: AnnotationView;
  text: string;
  onText: (text: string) => void;
  onChange: (changes: Partial<AnnotationView>) => void;
}

type Option = readonly [value: string, name: string];

/** The value of an address that is not among the options, such as a tag that no bookmark has any more. */
const withChosen = (options: Option[], value: string, name: string): Option[] =>
  value === '' || options.some(([one]) => one === value) ? options : [...options, [value, name]];

/** Searches and narrows the annotations of all stories. */
export function AnnotationToolbar({ view, text, onText, onChange }: Props) {
  const opened = useOpened();
  const stories = useQuery({ ...annotatedStoriesQuery(), enabled: opened }).data?.data ?? [];
  const tags = useQuery({ ...bookmarkTagsQuery(), enabled: opened }).data?.data ?? [];
  const storyOptions = stories.map(
    ({ storyId, title, annotations }): Option => [
      storyId,
      `${title ?? 'No longer available'} (${annotations})`,
    ],
  );
  const tagOptions = tags.map(({ tag, bookmarks }): Option => [tag, `${tag} (${bookmarks})`]);
  const kinds: Option[] = [
    ['highlight', 'Highlights'],
    ['bookmark', 'Bookmarks'],
  ];
  return (
    <ListToolbar
      label="Search your annotations"
      placeholder="Search text, notes and tags"
      maxLength={annotationLimits.search}
      text={text}
      onText={onText}
      width="sm:grow sm:basis-80"
    >
      <Choice
        label="Story"
        width="sm:w-56"
        all="All stories"
        value={view.storyId}
        options={withChosen(storyOptions, view.storyId, 'This story')}
        onChange={(storyId) => onChange({ storyId })}
      />
      <Choice
        label="Show"
        width="sm:w-36"
        all="Everything"
        value={view.kind ?? ''}
        options={kinds}
        onChange={(value) => {
          const kind = value === 'highlight' || value === 'bookmark' ? value : null;
          onChange({
            kind,
            ...(kind === 'bookmark' && { color: null }),
            ...(kind === 'highlight' && { tag: '' }),
          });
        }}
      />
      <Choice
        label="Notes"
        width="sm:w-40"
        all="With or without"
        value={view.hasNote ? 'with' : ''}
        options={[['with', 'With a note']]}
        onChange={(value) => onChange({ hasNote: value !== '' })}
      />
      {view.kind !== 'bookmark' && (
        <Choice
          label="Color"
          width="sm:w-36"
          all="Any color"
          value={view.color ?? ''}
          options={highlightColors.map((color) => [color, colors[color].name])}
          onChange={(value) =>
            onChange({ color: highlightColors.find((color) => color === value) ?? null, tag: '' })
          }
        />
      )}
      {view.kind !== 'highlight' && (
        <Choice
          label="Tag"
          width="sm:w-40"
          all="Any tag"
          value={view.tag}
          options={withChosen(tagOptions, view.tag, view.tag)}
          onChange={(tag) => onChange({ tag, color: null })}
        />
      )}
    </ListToolbar>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string;
  options: Option[];
  /** From 640 px on; fixed, so that names that arrive later move nothing. */
  width: string;
  onChange: (value: string) => void;
}

const Choice = ({ all, options, width, ...rest }: ChoiceProps) => (
  <ToolbarChoice options={[['', all], ...options]} className={width} {...rest} />
);
