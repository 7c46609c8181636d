import type { ReactNode } from 'react';

/** A drawing beside steps that say the same, so it needs no text alternative. */
const Picture = ({ children }: { children: ReactNode }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 320 150"
    className="h-auto w-full max-w-80 rounded-md border border-line bg-sunken text-muted"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
);

/** An e-reader with lines of text. */
const EReader = ({ x }: { x: number }) => (
  <g transform={`translate(${x} 20)`}>
    <rect width="80" height="110" rx="8" />
    <rect x="9" y="9" width="62" height="84" rx="2" />
    <path d="M17 22h46M17 34h40M17 46h46M17 58h34M17 70h44M17 82h28" />
    <path d="M34 101h12" />
  </g>
);

/** An address, a name and a token typed into a form. */
export const SignInPicture = () => (
  <Picture>
    <EReader x={24} />
    <path d="M118 75h24m-8-8 8 8-8 8" className="text-accent" />
    {[22, 62, 102].map((y) => (
      <g key={y} transform={`translate(160 ${y})`}>
        <rect width="136" height="26" rx="5" />
        {y === 102 ? (
          <path d="M14 13h.1M28 13h.1M42 13h.1M56 13h.1M70 13h.1M84 13h.1" strokeWidth="5" />
        ) : (
          <path d={y === 22 ? 'M12 13h88' : 'M12 13h44'} />
        )}
      </g>
    ))}
  </Picture>
);

/** Shelves with books, from which one goes to an e-reader. */
export const ShelfPicture = () => (
  <Picture>
    <path d="M20 70h150M20 130h150" />
    <path d="M30 30h14v40h-14zM48 24h16v46h-16zM70 34h12v36h-12zM88 26h18v44h-18zM112 32h12v38h-12z" />
    <path d="M30 90h16v40h-16zM52 86h12v44h-12zM70 94h18v36h-18zM94 84h14v46h-14zM116 90h16v40h-16z" />
    <path d="M180 75h28m-8-8 8 8-8 8" className="text-accent" />
    <EReader x={222} />
  </Picture>
);

/** A computer, a cable and an e-reader. */
export const CablePicture = () => (
  <Picture>
    <rect x="24" y="28" width="120" height="76" rx="6" />
    <path d="M10 118h148l-12-14H22z" />
    <path d="M84 44v30m-10-10 10 10 10-10M68 88h32" />
    <path d="M158 112c30 0 20-40 62-40" className="text-accent" />
    <EReader x={222} />
  </Picture>
);

/** A phone with a file that opens as a book. */
export const PhonePicture = () => (
  <Picture>
    <rect x="40" y="16" width="66" height="118" rx="10" />
    <path d="M66 124h14M73 44v34m-10-10 10 10 10-10M58 92h30" />
    <path d="M128 75h28m-8-8 8 8-8 8" className="text-accent" />
    <path d="M180 40c20-10 40-8 56 4 16-12 36-14 56-4v76c-20-10-40-8-56 4-16-12-36-14-56-4zM236 44v76" />
  </Picture>
);
