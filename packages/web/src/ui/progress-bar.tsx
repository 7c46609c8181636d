/** How far something is, 0 to 100. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const share = Math.max(0, Math.min(100, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
    </div>
  );
}
