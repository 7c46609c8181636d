import { readFileSync } from 'node:fs';

interface LockFile {
  packages: Record<
    string,
    { dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean } | undefined
  >;
}

/** The folders that `npm ci --omit=dev` installs by a package-lock.json; optional ones may be for other systems. */
export function productionPackages(file: string): { path: string; optional: boolean }[] {
  const { packages }: LockFile = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { dev, devOptional, optional = false, link } = entry ?? {};
    return path.includes('node_modules/') && !dev && !devOptional && !link ? [{ path, optional }] : [];
  });
}
