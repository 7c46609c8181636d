import { expect, test } from 'vitest';
import { findViolations } from './rules.ts';

const web = (path: string, text: string) => ({ path: `packages/web/src/${path}`, text });
const violations = (...files: ReturnType<typeof web>[]) => findViolations(files).violations;

test.each([
  [
    'a feature that imports a later one',
    'features/users/a.ts',
    "import { x } from '../stories/stories.api.ts';",
  ],
  ['a feature without a place', 'features/a/a.ts', "import { x } from '../users/users.api.ts';"],
  ['a screen that makes a call', 'screens/home/home.tsx', "useQuery(callQuery('GET /home', {}));"],
  ['a screen that builds a path', 'screens/home/home.tsx', 'const x = `/story/$' + '{id}`;'],
  ['a screen that writes a path', 'screens/home/home.tsx', "void navigate('/home');"],
  [
    'a form that sends its call without the hooks',
    'features/home/x.tsx',
    '<form onSubmit={() => save.mutate()}>',
  ],
  ['a feature that invalidates queries', 'features/home/home.api.ts', 'await client.invalidateQueries();'],
  ['a change of what no query shows', 'features/home/home.api.ts', "useCall(post, { touches: ['home'] });"],
  ['a tag that nothing touches', 'features/home/home.api.ts', "callQuery(get, {}, { tags: ['home'] });"],
])('%s is refused', (_what, path, text) => {
  expect(violations(web(path, text))).toHaveLength(1);
});

test('a call in two API files is refused', () => {
  const text = "call('GET /home', {});";
  expect(
    violations(web('features/home/home.api.ts', text), web('features/users/users.api.ts', text)),
  ).toHaveLength(1);
});

test.each(["useCall(post, { touches: ['home'] })", "markStale(client, ['home'], 'none')"])(
  'a query has the tag of %s',
  (change) => {
    const query = "callQuery(get, {}, { tags: ['home'] });";
    expect(violations(web('features/home/home.api.ts', `${query} ${change};`))).toEqual([]);
  },
);

test('features use earlier features, and calls in API files and types', () => {
  const text =
    "import { useLogin } from '../account/account.api.ts';\ntype Home = CallResponse<'GET /home'>;";
  expect(violations(web('features/home/welcome.tsx', text))).toEqual([]);
  expect(violations(web('features/home/home.api.ts', "call('GET /home', {});"))).toEqual([]);
  expect(violations(web('testing/home.ts', "mockCall('GET /home', home);"))).toEqual([]);
});
