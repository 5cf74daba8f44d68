import { firstOf } from '../../../text/few.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import { verbPlace } from '../../names.ts';
import type { Subject } from '../../subject.ts';
import { type CheckedTool, toolsOf } from '../../tool.ts';

type Found = FamilyFinding<'name-style'>;

/** Names of tools that are not written as the others of their server. */
export function namesInTwoStyles({ surface }: Subject): readonly Found[] {
  const tools = toolsOf(surface);
  const found = oddOnes(tools, ({ name }) => styleOf(name));
  return found.length > 0 ? found : oddOnes(tools, orderIn(tools));
}

/** Tools that are named one by one. */
const NAMED = 8;

function oddOnes(
  tools: readonly CheckedTool[],
  styleIn: (tool: CheckedTool) => string | undefined,
): readonly Found[] {
  const byStyle = new Map<string, CheckedTool[]>();
  for (const tool of tools) {
    const style = styleIn(tool);
    if (style === undefined) continue;
    const known = byStyle.get(style);
    if (known === undefined) byStyle.set(style, [tool]);
    else known.push(tool);
  }
  const [most, ...others] = [...byStyle].sort(([, one], [, other]) => other.length - one.length);
  if (most === undefined || others.length === 0) return [];
  const odd = others.flatMap(([style, some]) => some.map((tool) => ({ style, tool })));
  const [usual, usuals] = most;
  const example = visible(usuals[0]?.name ?? '');
  if (odd.length <= NAMED && odd.length * 2 <= usuals.length)
    return odd.map(({ style, tool }) => ({
      id: 'name-style',
      item: tool.id,
      path: '/name',
      message: `${visible(tool.name)} is ${style}, while ${usuals.length} other names are ${usual}, such as ${example}`,
    }));
  const groups = [most, ...others].map(
    ([style, some]) =>
      `${some.length} ${style} (${firstOf(
        some.map(({ name }) => visible(name)),
        2,
      )})`,
  );
  return [
    {
      id: 'name-style',
      item: 'server',
      path: '',
      message: `names of tools are written in ${groups.length} styles: ${firstOf(groups, 4)}`,
    },
  ];
}

/** How a name is written, what stands before its last dot, slash or colon aside; nothing of a single word. */
function styleOf(whole: string): string | undefined {
  const name = whole.replace(/^.*[./:]/, '');
  const hasHump = /[a-z0-9][A-Z]/.test(name);
  const signs = [...(name.includes('_') ? ['_'] : []), ...(name.includes('-') ? ['-'] : [])];
  if (signs.length > 1 || (signs.length === 1 && hasHump)) return 'of mixed style';
  if (signs.length === 1) return signs[0] === '_' ? 'snake_case' : 'kebab-case';
  if (!hasHump) return undefined;
  return /^[A-Z]/.test(name) ? 'PascalCase' : 'camelCase';
}

/** Whether the verb is first or last, what all names begin with aside. */
function orderIn(tools: readonly CheckedTool[]): (tool: CheckedTool) => string | undefined {
  const firsts = new Map<string, number>();
  for (const { words } of tools) {
    const first = words[0] ?? '';
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  const prefix = [...firsts].find(([, count]) => tools.length > 2 && count >= tools.length * 0.8)?.[0];
  const order = ({ words }: CheckedTool) => verbPlace(words[0] === prefix ? words.slice(1) : words);
  // What is told is the exception; a server with as many of both groups its tools in another way.
  const places = tools.map(order);
  const [first, last] = (['first', 'last'] as const).map(
    (one) => places.filter((place) => place === one).length,
  );
  if (first === undefined || last === undefined || Math.min(first, last) * 3 > Math.max(first, last))
    return () => undefined;
  return (tool) => {
    const place = order(tool);
    return place && `verb ${place}`;
  };
}
