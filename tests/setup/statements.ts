import type { Deps } from "#app/deps.server.ts";

/** The same dependencies with a list of executed statements: verb and tables. */
export function notingStatements<D extends Pick<Deps, "db">>(deps: D): { deps: D; statements: string[] } {
  const statements: string[] = [];
  const db = deps.db.withPlugin({
    transformQuery({ node }) {
      const tables = [...JSON.stringify(node).matchAll(/"table":\{[^}]*"identifier":\{[^}]*"name":"(\w+)"/g)];
      statements.push([node.kind, ...tables.map(([, name]) => name)].join(" "));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { deps: { ...deps, db }, statements };
}
