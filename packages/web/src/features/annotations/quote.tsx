interface Props {
  text: string;
  language?: string | undefined;
  className?: string;
}

/** The words that an annotation is about. */
export const Quote = ({ text, language, className = '' }: Props) => (
  <blockquote
    lang={language}
    dir="auto"
    className={`font-serif whitespace-pre-line wrap-anywhere ${className}`}
  >
    {text}
  </blockquote>
);
