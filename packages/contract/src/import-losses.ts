import type { ImportLosses, ImportUnsure } from './imports.ts';
import { chapterLimits } from './limits.ts';

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];

/**
 * What an import loses, in sentences without a full stop, for the review and for the command line. `omitted` are the
 * sections that are left out. No schemas here: the browser imports this file without zod.
 */
export function lossTexts(
  losses: ImportLosses,
  omitted: readonly { title: string; words: number }[],
  underlineAsItalics: boolean,
): string[] {
  const { images, links, tables, formulas, comments, underlined, struck, notes, words, missing } = losses;
  const style = underlineAsItalics ? 'italic' : 'plain text';
  return [
    ...counted(missing?.words ?? 0, 'word of the file isn’t', 'words of the file aren’t').map(
      (text) => `${text} in any chapter: “${missing?.excerpt}”`,
    ),
    ...omitted.flatMap(({ title, words: left }) =>
      counted(left, 'word', 'words').map((number) => `“${title}” is left out (${number})`),
    ),
    ...counted(
      words,
      'other word is left out (captions, labels of notes, hidden text, legal or publisher’s pages)',
      'other words are left out (captions, labels of notes, hidden text, legal or publisher’s pages)',
    ),
    ...counted(images, 'image is left out', 'images are left out'),
    ...counted(comments, 'comment is left out', 'comments are left out'),
    ...counted(underlined, `underlined passage becomes ${style}`, `underlined passages become ${style}`),
    ...counted(
      struck,
      'struck-through passage becomes plain text',
      'struck-through passages become plain text',
    ),
    ...counted(
      notes,
      `note of more than ${chapterLimits.authorNotes.toLocaleString('en')} characters becomes text of its chapter`,
      `notes of more than ${chapterLimits.authorNotes.toLocaleString('en')} characters become text of their chapters`,
    ),
    ...counted(links, 'link becomes plain text', 'links become plain text'),
    ...counted(tables, 'table becomes lines of text', 'tables become lines of text'),
    ...counted(
      formulas,
      'formula becomes plain text or is left out',
      'formulas become plain text or are left out',
    ),
  ];
}

const names = new Intl.DisplayNames('en', { type: 'language' });

/** What to check, for the review and for the command line; '' for what is clear. `likely` is the language proposed. */
export const unsureTexts = ({ language, audience, contentWarnings }: ImportUnsure, likely: string) => ({
  language:
    language &&
    `The file says it’s in ${names.of(language)}, but the text looks like ${names.of(likely)}. Choose the right language.`,
  audience:
    audience && `The file says “${audience}”. Until you choose an audience, the story is for adults only.`,
  contentWarnings: contentWarnings && `The file says “${contentWarnings}”. Choose the warnings that apply.`,
});
