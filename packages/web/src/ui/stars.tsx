import { Star } from 'lucide-react';

const five = [1, 2, 3, 4, 5];

const Row = ({ className }: { className: string }) => (
  <span className={`flex w-max ${className}`}>
    {five.map((star) => (
      <Star key={star} className="size-[1em] shrink-0 fill-current" />
    ))}
  </span>
);

/** A number of stars, fractions included, with its text for screen readers. They are as large as the text. */
export function Stars({ value, label }: { value: number; label?: string }) {
  return (
    <span role="img" aria-label={label ?? starsText(value)} className="relative inline-block align-middle">
      <Row className="text-line" />
      <span className="absolute inset-y-0 start-0 overflow-hidden" style={{ width: `${value * 20}%` }}>
        <Row className="text-accent" />
      </span>
    </span>
  );
}

const starsText = (value: number): string => `${value} out of 5 stars`;
