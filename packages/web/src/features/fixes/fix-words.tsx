interface Props {
  original: string | null;
  replacement: string;
  prefix?: string;
  suffix?: string;
  language?: string | undefined;
}

/** How many characters before and after the words are stored; fewer at the ends of a text. */
const contextLength = 30;

/** What screen readers add, in our language; it does not count for the direction of the words. */
const Hint = ({ children }: { children: string }) => (
  <span lang="en" dir="ltr" className="sr-only">
    {children}
  </span>
);

/** Words of a chapter crossed out, and those that a reader suggests, between what stands before and after them. */
export const FixWords = ({ original, replacement, prefix = '', suffix = '', language }: Props) => (
  <span lang={language} dir="auto" className="block font-serif text-lg wrap-anywhere">
    <span className="text-muted">{prefix.length < contextLength ? prefix : `…${prefix.trimStart()}`}</span>
    {original !== null && (
      <del className="text-danger decoration-2">
        <Hint>Instead of </Hint>
        {original}
      </del>
    )}{' '}
    <ins className="font-semibold text-success no-underline">
      <Hint>write </Hint>
      {replacement}
    </ins>
    <span className="text-muted">{suffix.length < contextLength ? suffix : `${suffix.trimEnd()}…`}</span>
  </span>
);
