// React for the page's script (packages/web/inline-script.ts): shows components that have no state, as HTML. It has only
// what they use.

interface Html {
  html: string;
}
type Child = Html | string | number | boolean | null | undefined | readonly Child[];
type Props = Record<string, unknown> & { children?: Child };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function htmlOf(child: Child): string {
  if (typeof child === 'string' || typeof child === 'number') return escaped(String(child));
  if (typeof child !== 'object' || child === null) return '';
  return 'html' in child ? child.html : child.map(htmlOf).join('');
}

const attributeOf = ([name, value]: [string, unknown]): string =>
  value === undefined || value === false
    ? ''
    : ` ${name === 'className' ? 'class' : name}="${value === true ? '' : escaped(String(value))}"`;

export function jsx(type: string | ((props: Props) => Child), { children, ref: _, ...props }: Props): Child {
  if (typeof type === 'function') return type({ ...props, children });
  const attributes = Object.entries(props).map(attributeOf).join('');
  return { html: `<${type}${attributes}>${htmlOf(children)}${type === 'hr' ? '' : `</${type}>`}` };
}
/** @alias jsx */
export const jsxs = jsx;
export const Fragment = ({ children }: Props): Child => children;
export const memo = <Component>(component: Component): Component => component;
export const useMemo = <Value>(make: () => Value): Value => make();

/** The HTML of an element, which React's types know as theirs. */
export const toHtml = (element: unknown): string => htmlOf(element as Child);
