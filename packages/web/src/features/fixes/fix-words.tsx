interface Props {
  original: string | null;
  replacement: string;
  prefix?: string;
  suffix?: string;
  language?: string | undefined;
}

/** How many characters before and after the words are stored; fewer at the ends of a text. */
const contextLength = 30;

/** A chapter's words, crossed out, and those a reader suggests instead, between the text before and after them. */
export const FixWords = ({ original, replacement, prefix = '', suffix = '', language }: Props) => (
  <p lang={language} dir="auto" className="font-serif text-lg wrap-anywhere">
    <span className="text-muted">{prefix.length < contextLength ? prefix : `…${prefix.trimStart()}`}</span>
    {original !== null && (
      <del className="text-danger decoration-2">
        <span className="sr-only">Instead of </span>
        {original}
      </del>
    )}{' '}
    <ins className="font-semibold text-success no-underline">
      <span className="sr-only">write </span>
      {replacement}
    </ins>
    <span className="text-muted">{suffix.length < contextLength ? suffix : `${suffix.trimEnd()}…`}</span>
  </p>
);
