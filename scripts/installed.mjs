/** Whether a package is for the platform; what an entry does not name, it does not restrict. */
const isFor = ({ os, cpu, libc }, platform) =>
  (os?.includes(platform.os) ?? true) && (cpu?.includes(platform.cpu) ?? true) && libc === undefined;

/**
 * Whether npm has installed what the lock file names: its entries, and those that npm wrote about what it installed
 * (node_modules/.package-lock.json). Of the optional packages only those for this platform alone must be there.
 */
export function isInstalled(locked, installed, platform) {
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found !== undefined) return found.version === entry.version && found.integrity === entry.integrity;
    const isNative = entry.os !== undefined || entry.cpu !== undefined;
    return entry.optional === true && !(isNative && isFor(entry, platform));
  });
}
