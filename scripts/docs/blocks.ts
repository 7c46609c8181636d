/** A generated part of a page: everything between `<!-- generated: NAME -->` and `<!-- end -->`. */
const block = /^(<!-- generated: ([a-z -]+) -->\n)[\s\S]*?(<!-- end -->)/gm;

/** The page with each generated part replaced; `used` collects the names of the parts that were found. */
export function fillBlocks(page: string, parts: Record<string, string>, used: Set<string>): string {
  const opened = page.match(/^<!-- generated: /gm)?.length ?? 0;
  let filled = 0;
  const result = page.replace(block, (_all, open: string, name: string, close: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`There is no generated part '${name}'.`);
    filled += 1;
    used.add(name);
    return `${open}${part}\n${close}`;
  });
  if (filled !== opened)
    throw new Error('A generated part has no end mark, or a name with other characters.');
  return result;
}

/** A Markdown table. */
export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const rule = /^- `([a-z-]+(?:\.[a-z0-9-]+)+)` /gm;

/** Problems with the names of rules: each begins with its page's name and exists once. */
export function ruleProblems(pages: { name: string; text: string }[]): string[] {
  const rules = new Set<string>();
  const problems: string[] = [];
  for (const { name, text } of pages) {
    for (const [, id = ''] of text.matchAll(rule)) {
      if (!id.startsWith(`${name}.`)) problems.push(`${name}.md: the rule ${id} belongs to another page.`);
      if (rules.has(id)) problems.push(`${name}.md: the rule ${id} exists twice.`);
      rules.add(id);
    }
  }
  return problems;
}

/** The anchors of a page's headings, as GitHub makes them. */
export const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Relative links of a Markdown page: the target's path as written, and its anchor or ''. */
export const linksOf = (page: string): { path: string; anchor: string }[] =>
  [...page.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, path = '', anchor = '']) => ({
    path,
    anchor,
  }));

/** The test files that a page names: paths from the project's root, those of the server written from its src/. */
export const testsOf = (page: string): string[] =>
  [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, path = '']) =>
    /^(e2e|packages|scripts)\//.test(path) ? path : `packages/server/src/${path}`,
  );

/** References of a source to a page of docs/, such as `docs/product/live.md#access`. */
export const referencesOf = (source: string): { path: string; anchor: string }[] =>
  [...source.matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].map(([, path = '', anchor = '']) => ({
    path,
    anchor,
  }));
