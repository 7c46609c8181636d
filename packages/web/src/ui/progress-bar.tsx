interface Props {
  /** 0 to 100; null while the progress is unknown. */
  value: number | null;
  label: string;
}

/** A determinate or indeterminate progress bar. */
export function ProgressBar({ value, label }: Props) {
  const percent = value === null ? 100 : Math.max(0, Math.min(100, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value === null ? undefined : Math.floor(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={`h-full rounded-full bg-accent ${value === null ? 'animate-pulse' : ''}`}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
