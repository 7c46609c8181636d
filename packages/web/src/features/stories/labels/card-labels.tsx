import { contentWarningNames } from '@inkling/contract/content-warnings';
import type { Story } from '@inkling/contract/stories';
import { useOtherLanguage } from '../story-language.ts';

/** A story's content warnings in one sentence, for a small space. */
export const WarningNames = ({ warnings }: { warnings: Story['contentWarnings'] }) =>
  warnings.length === 0 ? null : (
    <p className="mt-1 text-sm text-muted">
      <span className="font-semibold">Content warnings:</span>{' '}
      {warnings.map((warning) => contentWarningNames[warning]).join(', ')}
    </p>
  );

type Labelled = Pick<Story, 'contentWarnings' | 'tags' | 'language'>;

const tagsShown = 3;

/** The first tags of a story as text, and how many more there are. */
export function CardTags({ tags }: Pick<Labelled, 'tags'>) {
  const more = tags.length - tagsShown;
  return (
    <>
      {tags.slice(0, tagsShown).map((tag) => (
        <span key={tag} className="me-1.5">
          #<bdi>{tag}</bdi>
        </span>
      ))}
      {more > 0 && <span>+{more}</span>}
    </>
  );
}

/**
 * On a card, in one line: its language if the reader reads others, its first content warning and how many more there are,
 * and its first tags.
 */
export function CardLabels({ story: { contentWarnings, tags, language } }: { story: Labelled }) {
  const other = useOtherLanguage(language);
  const [first] = contentWarnings;
  if (contentWarnings.length + tags.length === 0 && other === null) return null;
  return (
    <p className="truncate text-xs/5 text-muted">
      {other !== null && <span className="me-1.5 font-semibold text-text">{other}</span>}
      {first !== undefined && (
        // Leaves room for the dots that stand for the tags.
        <span className="relative me-1.5 inline-flex max-w-[calc(100%-1.25rem)] gap-1 rounded border border-line bg-raised px-1 align-bottom font-semibold text-text leading-4.5">
          <span className="sr-only">Content warning: </span>
          <span className="truncate">{contentWarningNames[first]}</span>
          {contentWarnings.length > 1 && <span>{` +${contentWarnings.length - 1}`}</span>}
          <span className="sr-only">. </span>
        </span>
      )}
      <CardTags tags={tags} />
    </p>
  );
}
