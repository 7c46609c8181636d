/** The text below `heading` up to the next of its level, and what surrounds it. */
function sectionOf(text: string, heading: RegExp, next: RegExp): [string, string, string] | null {
  const start = heading.exec(text);
  if (start === null) return null;
  const from = start.index + start[0].length;
  const rest = text.slice(from);
  const length = next.exec(rest)?.index ?? rest.length;
  return [text.slice(0, start.index), rest.slice(0, length), rest.slice(length)];
}

/**
 * The changelog with the unreleased changes as the section of a version, breaking changes first. `date` is YYYY-MM-DD.
 * Unchanged if the version has a section; throws if there is nothing to release.
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  if (text.includes(`\n## [${version}]`)) return text;
  const [before, changes = '', after = ''] = sectionOf(text, /^## \[Unreleased\]\n/m, /^## \[/m) ?? [];
  if (before === undefined || changes.trim() === '')
    throw new Error('CHANGELOG.md has nothing under [Unreleased]. Write there what this version changes.');
  const breaking = sectionOf(changes, /^### Breaking changes\n/m, /^### /m);
  const sorted =
    breaking === null
      ? changes.trim()
      : `### Breaking changes\n\n${breaking[1].trim()}\n\n${breaking[0].trim()}\n\n${breaking[2].trim()}`.trim();
  return (
    `${before}## [Unreleased]\n\n## [${version}] - ${date}\n\n${sorted.replace(/\n{3,}/g, '\n\n')}\n\n${after}`.trimEnd() +
    '\n'
  );
}

/** A package.json or package-lock.json with another version of the project and its own packages. */
export function withVersion(text: string, version: string): string {
  const file = JSON.parse(text);
  for (const [path, entry] of Object.entries<{ version?: string; dependencies?: Record<string, string> }>({
    '': file,
    ...file.packages,
  })) {
    if (path.includes('node_modules/')) continue;
    entry.version = version;
    for (const name of Object.keys(entry.dependencies ?? {}))
      if (name.startsWith('@inkling/') && entry.dependencies !== undefined)
        entry.dependencies[name] = version;
  }
  if (file.version !== undefined) file.version = version;
  return `${JSON.stringify(file, null, 2)}\n`;
}
