interface Props {
  /** What it selects. */
  label: string;
  selected: boolean;
  /** With Shift, up to the row that was selected before. */
  onSelect: (range: boolean) => void;
}

/** Selects a row of a list. */
export const SelectBox = ({ label, selected, onSelect }: Props) => (
  <label className="relative z-10 grid size-11 shrink-0 cursor-pointer place-items-center">
    <input
      type="checkbox"
      aria-label={label}
      checked={selected}
      onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      onKeyDown={(event) => {
        if (event.key !== ' ' || !event.shiftKey) return;
        event.preventDefault();
        onSelect(true);
      }}
      className="size-5 accent-(--accent)"
    />
  </label>
);
