/** How many characters of a text are used, and how many are too many. */
export function TextCounter({ length, max }: { length: number; max: number }) {
  const over = length > max;
  return (
    <span className={`tabular-nums ${over ? 'font-semibold text-danger-text' : ''}`}>
      {length.toLocaleString('en')} of {max.toLocaleString('en')} characters
      {over && `, ${(length - max).toLocaleString('en')} too many`}
    </span>
  );
}
