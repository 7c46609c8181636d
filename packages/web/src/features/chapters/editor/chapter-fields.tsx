import { chapterLimits } from '@inkling/contract/limits';
import type { RefObject } from 'react';
import { TextArea, TextField } from '../../../ui/field.tsx';
import type { ChapterInput } from './chapter-input.ts';
import { type RichText, RichTextField } from './rich-text/rich-text-field.tsx';
import { replaceText } from './text-tools.ts';

/** The editor's fields. They are uncontrolled, because a text can have a million characters. */
export interface Fields {
  title: RefObject<HTMLInputElement | null>;
  content: RefObject<RichText | null>;
  authorNotes: RefObject<HTMLTextAreaElement | null>;
  endNotes: RefObject<HTMLTextAreaElement | null>;
  isPublished: RefObject<HTMLInputElement | null>;
}

/** The contents of the fields; null before they are mounted and after they are unmounted. */
export function readFields(fields: Fields): ChapterInput | null {
  const { title, content, authorNotes, endNotes, isPublished } = fields;
  if (!title.current || !content.current || !isPublished.current) return null;
  if (!authorNotes.current || !endNotes.current) return null;
  return {
    title: title.current.value,
    content: content.current.read(),
    authorNotes: authorNotes.current.value,
    endNotes: endNotes.current.value,
    isPublished: isPublished.current.checked,
  };
}

/** Writes a text into the fields; undo restores the previous text. */
export function writeFields(fields: Fields, text: ChapterInput): void {
  if (fields.title.current) replaceText(fields.title.current, text.title);
  if (fields.authorNotes.current) replaceText(fields.authorNotes.current, text.authorNotes);
  if (fields.endNotes.current) replaceText(fields.endNotes.current, text.endNotes);
  const published = fields.isPublished.current;
  if (published && published.checked !== text.isPublished) published.click();
  fields.content.current?.put(text.content);
}

export const problemFields = ['title', 'content', 'authorNotes', 'endNotes'] as const;

/** Why the chapter cannot be saved, and the field to mend. */
export interface FieldProblem {
  field: (typeof problemFields)[number];
  message: string;
}

interface Props {
  fields: Fields;
  initial: ChapterInput;
  language: string;
  /** The id of the element that describes the text field. */
  describedBy: string;
  problem: FieldProblem | null;
  onInput: () => void;
  /** Undefined for a new chapter. */
  onSplit: (() => void) | undefined;
}

export function ChapterFields(props: Props) {
  const { fields, initial, language, describedBy, problem, onInput, onSplit } = props;
  const errorOf = (field: FieldProblem['field']) => (problem?.field === field ? problem.message : undefined);
  return (
    <div className="space-y-5">
      <div className="not-in-focus">
        <TextField
          ref={fields.title}
          label="Title"
          error={errorOf('title')}
          name="title"
          defaultValue={initial.title}
          maxLength={chapterLimits.title}
          lang={language}
          dir="auto"
          onInput={onInput}
        />
      </div>
      <RichTextField
        ref={fields.content}
        label="Text"
        error={errorOf('content')}
        initial={initial.content}
        language={language}
        describedBy={describedBy}
        onInput={onInput}
        onSplit={onSplit}
      />
      <div className="not-in-focus space-y-5">
        <TextArea
          ref={fields.authorNotes}
          label="Author’s note (optional)"
          error={errorOf('authorNotes')}
          name="authorNotes"
          hint="Readers see this above the chapter."
          defaultValue={initial.authorNotes}
          rows={3}
          maxLength={chapterLimits.authorNotes}
          lang={language}
          onInput={onInput}
        />
        <TextArea
          ref={fields.endNotes}
          label="Closing note (optional)"
          error={errorOf('endNotes')}
          name="endNotes"
          hint="Readers see this below the chapter."
          defaultValue={initial.endNotes}
          rows={3}
          maxLength={chapterLimits.endNotes}
          lang={language}
          onInput={onInput}
        />
      </div>
    </div>
  );
}
