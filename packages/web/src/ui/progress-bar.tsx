interface Props {
  /** 0 to 100; null while nobody knows, and it only shows that something happens. */
  value: number | null;
  label: string;
}

/** How far something is. */
export function ProgressBar({ value, label }: Props) {
  const share = value === null ? 100 : Math.max(0, Math.min(100, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value === null ? undefined : Math.round(share)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={`h-full rounded-full bg-accent ${value === null ? 'animate-pulse' : ''}`}
        style={{ width: `${share}%` }}
      />
    </div>
  );
}
