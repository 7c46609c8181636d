import type { Me } from '@inkling/contract/account';
import type { ReactNode } from 'react';

/** The items of the store that show on a profile, by id (docs/product/store.md#items). */
export interface WornItems {
  frame: string | null;
  ornament: string | null;
}

const laurelFrame = 'laurel-frame';
const quillOrnament = 'quill-ornament';

/** What the reader's own profile shows: nothing with rewards switched off, as others see it. */
export const wornBy = ({ itemsInUse, readingPreferences: { hidesRewards } }: Me): WornItems => {
  const worn = (id: string) => (itemsInUse.includes(id) && !hidesRewards ? id : null);
  return { frame: worn(laurelFrame), ornament: worn(quillOrnament) };
};

const leavesPerSide = 12;
const leaf = 'M0 0C3.4-4.5 3.4-10 0-14C-3.4-10-3.4-4.5 0 0z';

/** One side of the laurel, from the bottom of the circle to nearly its top, in degrees. */
const leafAngles = Array.from(
  { length: leavesPerSide },
  (_, index) => 172 - (index * 150) / (leavesPerSide - 1),
);

/** A picture with a ring of leaves around it. */
export function FramedPicture({ frame, children }: { frame: string | null; children: ReactNode }) {
  if (frame !== laurelFrame) return children;
  return (
    <div className="relative shrink-0">
      {children}
      <svg
        viewBox="-80 -80 160 160"
        aria-hidden="true"
        className="pointer-events-none absolute -inset-4 size-[calc(100%+2rem)] text-laurel"
        fill="currentColor"
      >
        <circle r={67} fill="none" stroke="currentColor" strokeWidth={2} />
        {[1, -1].map((side) =>
          leafAngles.map((angle) => (
            <path
              key={side * angle}
              d={leaf}
              transform={`rotate(${side * angle}) translate(0 -67) rotate(${side * -52}) scale(1.15)`}
            />
          )),
        )}
      </svg>
    </div>
  );
}

/** The mark beside a name. */
export function NameMark({ ornament }: { ornament: string | null }) {
  if (ornament !== quillOrnament) return null;
  return (
    <svg
      viewBox="0 0 60 68"
      aria-hidden="true"
      className="ms-2 inline-block h-[0.8em] w-auto align-baseline text-accent-text"
    >
      <path d="M2 62C10 34 26 12 54 2C58 26 46 44 22 52z" fill="currentColor" />
      <path d="M2 66C14 42 28 26 44 14" className="stroke-sunken" strokeWidth={3} fill="none" />
    </svg>
  );
}
