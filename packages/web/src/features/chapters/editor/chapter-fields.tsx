import { chapterLimits } from '@inkling/contract/limits';
import { Bold, Italic, Minus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { FieldFrame, TextArea, TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ChapterInput } from './chapter-input.ts';
import { insertSceneBreak, replaceText, wrapSelection } from './text-tools.ts';

/** The editor's fields. They are uncontrolled, because a text can have a million characters. */
export interface Fields {
  title: RefObject<HTMLInputElement | null>;
  content: RefObject<HTMLTextAreaElement | null>;
  authorNotes: RefObject<HTMLTextAreaElement | null>;
  isPublished: RefObject<HTMLInputElement | null>;
}

/** The contents of the fields; null before they are mounted and after they are unmounted. */
export function readFields({ title, content, authorNotes, isPublished }: Fields): ChapterInput | null {
  if (!title.current || !content.current || !authorNotes.current || !isPublished.current) return null;
  return {
    title: title.current.value,
    content: content.current.value,
    authorNotes: authorNotes.current.value,
    isPublished: isPublished.current.checked,
  };
}

/** Writes a text into the fields; undo restores the previous text. */
export function writeFields(fields: Fields, text: ChapterInput): void {
  if (fields.title.current) replaceText(fields.title.current, text.title);
  if (fields.authorNotes.current) replaceText(fields.authorNotes.current, text.authorNotes);
  const published = fields.isPublished.current;
  if (published && published.checked !== text.isPublished) published.click();
  if (fields.content.current) replaceText(fields.content.current, text.content);
}

interface Props {
  fields: Fields;
  initial: ChapterInput;
  language: string;
  /** The id of the element that describes the text field. */
  describedBy: string;
  onInput: () => void;
}

export function ChapterFields({ fields, initial, language, describedBy, onInput }: Props) {
  const contentId = useId();
  const tool = (apply: (control: HTMLTextAreaElement) => void) => () => {
    if (fields.content.current) apply(fields.content.current);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const mark = { b: '**', i: '*' }[event.key.toLowerCase()];
    if (mark !== '**' && mark !== '*') return;
    event.preventDefault();
    wrapSelection(event.currentTarget, mark);
  };
  return (
    <div className="space-y-5">
      <TextField
        ref={fields.title}
        label="Title"
        name="title"
        defaultValue={initial.title}
        maxLength={chapterLimits.title}
        lang={language}
        dir="auto"
        onInput={onInput}
      />
      <FieldFrame id={contentId} label="Text">
        <div className="rounded-md border border-control bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          <div
            role="toolbar"
            aria-label="Formatting"
            className="sticky top-(--notice-height) flex rounded-t-md border-b border-line bg-raised"
          >
            <IconButton label="Bold (Ctrl+B)" onClick={tool((control) => wrapSelection(control, '**'))}>
              <Bold aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton label="Italic (Ctrl+I)" onClick={tool((control) => wrapSelection(control, '*'))}>
              <Italic aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton label="Scene break" onClick={tool(insertSceneBreak)}>
              <Minus aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
          <textarea
            ref={fields.content}
            id={contentId}
            name="content"
            defaultValue={initial.content}
            lang={language}
            dir="auto"
            aria-describedby={describedBy}
            className="growing-text block min-h-[max(18rem,60dvh)] w-full bg-transparent px-4 py-3 font-serif text-lg leading-relaxed outline-none"
            onInput={onInput}
            onKeyDown={onKeyDown}
          />
        </div>
      </FieldFrame>
      <TextArea
        ref={fields.authorNotes}
        label="Author’s note (optional)"
        name="authorNotes"
        hint="Readers see this above the chapter."
        defaultValue={initial.authorNotes}
        rows={3}
        maxLength={chapterLimits.authorNotes}
        lang={language}
        onInput={onInput}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          ref={fields.isPublished}
          type="checkbox"
          name="isPublished"
          defaultChecked={initial.isPublished}
          className="size-5 accent-(--accent)"
          onChange={onInput}
        />
        Published (visible to readers once the story is published)
      </label>
    </div>
  );
}
