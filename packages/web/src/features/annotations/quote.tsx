interface Props {
  text: string;
  language?: string | undefined;
  className?: string;
  /** A part of a link or a button, where a block quotation may not be. */
  inline?: boolean;
}

/** The words that an annotation is about. */
export function Quote({ text, language, className = '', inline = false }: Props) {
  const Tag = inline ? 'span' : 'blockquote';
  return (
    <Tag
      lang={language}
      dir="auto"
      className={`block font-serif whitespace-pre-line wrap-anywhere ${className}`}
    >
      {text}
    </Tag>
  );
}
