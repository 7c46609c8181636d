import { ExplainNode, type KyselyPlugin, RawNode } from 'kysely';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}
/** How PostgreSQL ran a statement; the time is in milliseconds. */
export interface Plan {
  Plan: PlanNode;
  'Execution Time': number;
}

const arePlans = (value: unknown): value is Plan[] => Array.isArray(value) && typeof value[0] === 'object';

/** Runs each statement to explain it: adds its plan to `plans`, and returns no rows. For measurements only. */
export function explaining(plans: Plan[]): KyselyPlugin {
  return {
    // Kysely requires a node of the same kind.
    transformQuery: ({ node }) =>
      RawNode.is(node)
        ? { ...RawNode.create(['explain (analyze, format json) ', ''], [node]), kind: node.kind }
        : { ...node, explain: ExplainNode.create('json', RawNode.createWithSql('analyze')) },
    async transformResult({ result }) {
      const found: unknown = result.rows[0]?.['QUERY PLAN'];
      if (arePlans(found)) plans.push(...found);
      return { ...result, rows: [] };
    },
  };
}
