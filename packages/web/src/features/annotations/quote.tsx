interface Props {
  text: string;
  language?: string | undefined;
  /** A part of a link or a button has to become a block, for example by `line-clamp-4`; `block` would undo that. */
  className?: string;
  /** A part of a link or a button, where a block quotation may not be. */
  inline?: boolean;
}

/** The words that an annotation is about. */
export function Quote({ text, language, className = '', inline = false }: Props) {
  const Tag = inline ? 'span' : 'blockquote';
  return (
    <Tag lang={language} dir="auto" className={`font-serif whitespace-pre-line wrap-anywhere ${className}`}>
      {text}
    </Tag>
  );
}
