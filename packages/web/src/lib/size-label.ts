const mega = 1024 * 1024;

/** A number of bytes as people read it: '12 MB', '0.4 MB', at least '0.1 MB'. */
export function sizeLabel(bytes: number): string {
  const size = Math.max(0.1, bytes / mega);
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} MB`;
}
