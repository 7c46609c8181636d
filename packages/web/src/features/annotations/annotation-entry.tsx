import type { AnyAnnotation } from '@inkling/contract/annotations';
import { Bookmark } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { colors, knownColor } from './colors.ts';
import { bookmarkTitle, describe } from './describe.ts';
import { Quote } from './quote.tsx';
import { Swatch } from './swatch.tsx';

interface Props {
  annotation: AnyAnnotation;
  language: string | undefined;
  /** Renders the link to the passage around the quotation; the link covers the whole entry. */
  children: (quotation: ReactNode) => ReactNode;
  /** Where it is from, and when it was made. */
  origin?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  /** Whether it is back after it was deleted, and takes the focus. */
  isRestored: boolean;
}

const actionClass = 'min-h-11 rounded-md px-2 text-sm font-semibold text-accent-text hover:bg-sunken';

/** How the author's edits changed a passage; null if they did not. */
const changeOf = ({ isTextChanged, originalText }: AnyAnnotation): string | null => {
  if (isTextChanged) return 'The author changed this passage';
  return originalText === null ? null : 'Part of the passage changed';
};

/** An annotation in a list: its words, its note, and what can be done with it. */
export function AnnotationEntry(props: Props) {
  const { annotation, language, children, origin, onEdit, onDelete, isRestored } = props;
  const deleteButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isRestored) deleteButton.current?.focus({ preventScroll: true });
  }, [isRestored]);
  const name = describe(annotation);
  const change = changeOf(annotation);
  const title = annotation.kind === 'bookmark' ? bookmarkTitle(annotation) : null;
  return (
    <div className="relative rounded-lg border border-line bg-raised p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1 pt-0.5 text-sm text-muted">
          <Kind annotation={annotation} />
        </div>
        {/* Above the link that covers the entry. */}
        <div className="relative z-10 -me-2 -mt-2 flex">
          <button type="button" aria-label={`Edit: ${name}`} className={actionClass} onClick={onEdit}>
            Edit
          </button>
          <button
            ref={deleteButton}
            type="button"
            aria-label={`Delete: ${name}`}
            className={actionClass}
            onClick={onDelete}
          >
            Delete
          </button>
        </div>
      </div>
      {(change !== null || origin !== undefined) && (
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {change !== null && (
            <span className="rounded bg-notice px-2 py-0.5 font-semibold text-on-notice">{change}</span>
          )}
          {origin}
        </div>
      )}
      {title !== null && (
        <p dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </p>
      )}
      <div className="mt-1">
        {children(
          <Quote
            inline
            text={annotation.originalText ?? annotation.selectedText}
            language={language}
            className="line-clamp-4"
          />,
        )}
      </div>
      {annotation.note !== '' && (
        <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere text-muted">
          {annotation.note}
        </p>
      )}
      {annotation.kind === 'bookmark' && annotation.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-2 flex flex-wrap gap-2 text-sm">
          {annotation.tags.map((tag) => (
            <li key={tag} className="rounded-full bg-sunken px-3 py-0.5">
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Kind({ annotation }: { annotation: AnyAnnotation }) {
  if (annotation.kind === 'bookmark')
    return (
      <span className="inline-flex items-center gap-2">
        <Bookmark aria-hidden="true" className="size-5" />
        Bookmark
      </span>
    );
  const color = knownColor(annotation.color);
  return (
    <span className="inline-flex items-center gap-2">
      <Swatch color={color} />
      {colors[color].name} highlight
    </span>
  );
}
