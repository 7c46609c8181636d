interface Entry {
  version?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}
/** Whether npm has installed what the lock file names, on this platform. */
export function isInstalled(
  locked: Record<string, Entry>,
  installed: Record<string, Entry>,
  platform: { os: string; cpu: string },
): boolean;
