import type { AnyAnnotation } from '@inkling/contract/annotations';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
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
  /** In a list whose entries can be selected. */
  selection?: { selected: boolean; onSelect: (range: boolean) => void };
  /** Whether it is back after it was deleted, and takes the focus. */
  isRestored: boolean;
}

/** How the author's edits changed a passage; null if they did not. */
const changeOf = ({ isTextChanged, originalText }: AnyAnnotation): string | null => {
  if (isTextChanged) return 'The author changed this passage';
  return originalText === null ? null : 'Part of the passage changed';
};

/** An annotation in a list: its words, its note, and what can be done with it. */
export function AnnotationEntry(props: Props) {
  const { annotation, language, children, origin, onEdit, onDelete, selection, isRestored } = props;
  const deleteButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isRestored) deleteButton.current?.focus({ preventScroll: true });
  }, [isRestored]);
  const name = describe(annotation);
  const change = changeOf(annotation);
  const title = annotation.kind === 'bookmark' ? bookmarkTitle(annotation) : null;
  const tags = annotation.kind === 'bookmark' ? annotation.tags : [];
  return (
    <div
      className={`relative flex items-start gap-2 rounded-lg border border-line py-2 pe-1 ${selection ? 'ps-1' : 'ps-3'} ${selection?.selected ? 'bg-sunken' : 'bg-raised'}`}
    >
      {selection && <SelectBox label={`Select: ${name}`} {...selection} />}
      <div className="min-w-0 flex-1 py-1">
        {title !== null && (
          <p dir="auto" className="font-semibold wrap-anywhere">
            {title}
          </p>
        )}
        {children(
          <Quote
            inline
            text={annotation.originalText ?? annotation.selectedText}
            language={language}
            className="line-clamp-3"
          />,
        )}
        {annotation.note !== '' && (
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {annotation.note}
          </p>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Kind annotation={annotation} />
          {change !== null && (
            <span className="rounded bg-notice px-2 font-semibold text-on-notice">{change}</span>
          )}
          {origin}
          {tags.length > 0 && (
            <ul aria-label="Tags" className="flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li key={tag} className="rounded-full bg-sunken px-3">
                  <bdi>{tag}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {/* Above the link that covers the entry. */}
      <div className="relative z-10 flex">
        <IconButton icon={Pencil} label={`Edit: ${name}`} onClick={onEdit} />
        <IconButton icon={Trash2} ref={deleteButton} label={`Delete: ${name}`} onClick={onDelete} />
      </div>
    </div>
  );
}

function Kind({ annotation }: { annotation: AnyAnnotation }) {
  if (annotation.kind === 'bookmark')
    return (
      <span className="inline-flex items-center gap-2">
        <Bookmark aria-hidden="true" className="size-4" />
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
