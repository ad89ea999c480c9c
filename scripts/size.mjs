/** `node scripts/size.mjs`: how many lines a fact needs. Counts the source of `app/` over its syntax trees, without
 * tests and examples, and prints one figure a line. `--check`, a part of `npm run lint`, fails when a figure is above
 * its ceiling in `size-ceilings.json`; `--lower` writes ceilings that have fallen. Tests have no ceiling: a bug that
 * was found brings one. No figure is a law by itself: what
 * counts is the number of files that a capability touches. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve, dirname } from "node:path";

const root = resolve(import.meta.dirname, "..");
const ts = createRequire(join(root, "package.json"))("typescript");
const under = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? under(join(folder, entry.name)) : [join(folder, entry.name)],
  );
const isTest = (path) => /\.(test|examples)\.tsx?$/.test(path);
const name = (path) => relative(root, path);

const all = under(join(root, "app")).filter((path) => /\.tsx?$/.test(path));
const files = new Map(
  all
    .filter((path) => !isTest(path))
    .map((path) => {
      const text = readFileSync(path, "utf8");
      return [
        path,
        {
          text,
          lines: text.replace(/\n$/, "").split("\n"),
          tree: ts.createSourceFile(
            path,
            text,
            ts.ScriptTarget.Latest,
            true,
            path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
          ),
        },
      ];
    }),
);
const sum = (list) => list.reduce((total, one) => total + one, 0);
const each = (test) => sum([...files.values()].map(({ lines }) => lines.filter(test).length));
const lineOf = (tree, position) => tree.getLineAndCharacterOfPosition(position).line;
const linesOf = (tree, node) => lineOf(tree, node.end) - lineOf(tree, node.getStart()) + 1;
const target = (from, text) => {
  const base = text.startsWith("#app/")
    ? join(root, "app", text.slice(5))
    : text.startsWith(".")
      ? resolve(dirname(from), text)
      : null;
  return base && [base, `${base}.ts`, `${base}.tsx`].find((path) => files.has(path));
};

// Exports and who imports them
const exported = new Map();
const importers = new Map();
let importLines = 0;
const FRAMEWORK = new Set([
  "loader",
  "action",
  "meta",
  "headers",
  "handle",
  "links",
  "ErrorBoundary",
  "middleware",
  "shouldRevalidate",
  "clientLoader",
  "clientAction",
]);
for (const [path, { tree }] of files) {
  for (const statement of tree.statements) {
    if (
      !statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ||
      statement.modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    )
      continue;
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map((one) => one.name.text).filter(Boolean)
      : [statement.name?.text].filter(Boolean);
    for (const one of names)
      if (!(name(path).startsWith("app/routes/") && FRAMEWORK.has(one)))
        exported.set(`${path}#${one}`, new Set());
  }
}
for (const [path, { tree }] of files) {
  for (const statement of tree.statements) {
    if (
      !ts.isImportDeclaration(statement) &&
      !(ts.isExportDeclaration(statement) && statement.moduleSpecifier)
    )
      continue;
    importLines += linesOf(tree, statement);
    const found = target(path, statement.moduleSpecifier.text);
    if (!found) continue;
    if (!importers.has(found)) importers.set(found, new Set());
    importers.get(found).add(path);
    const named = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    for (const one of named?.elements ?? [])
      exported.get(`${found}#${(one.propertyName ?? one.name).text}`)?.add(path);
  }
}
// Functions, and where each is used
const functions = [];
const uses = new Map();
for (const [path, { tree }] of files) {
  const visit = (node, depth) => {
    const made =
      ts.isFunctionDeclaration(node) && node.name && node.body
        ? node
        : ts.isVariableDeclaration(node) &&
            ts.isIdentifier(node.name) &&
            node.initializer &&
            ts.isArrowFunction(node.initializer)
          ? node.initializer
          : null;
    if (made)
      functions.push({ path, name: (node.name ?? made.name).text, lines: linesOf(tree, node), depth });
    if (ts.isIdentifier(node)) {
      const up = node.parent;
      const isName =
        ts.isImportSpecifier(up) ||
        ts.isImportClause(up) ||
        ts.isExportSpecifier(up) ||
        ((ts.isFunctionDeclaration(up) ||
          ts.isVariableDeclaration(up) ||
          ts.isPropertyAccessExpression(up) ||
          ts.isPropertyAssignment(up) ||
          ts.isParameter(up) ||
          ts.isBindingElement(up) ||
          ts.isPropertySignature(up)) &&
          up.name === node) ||
        ts.isJsxClosingElement(up);
      if (!isName) uses.set(`${path}|${node.text}`, (uses.get(`${path}|${node.text}`) ?? 0) + 1);
    }
    ts.forEachChild(node, (child) => visit(child, depth + (made ? 1 : 0)));
  };
  visit(tree, 0);
}
const top = functions.filter(({ depth, path }) => depth === 0 && !name(path).startsWith("app/routes/"));
const once = top.filter(
  (one) =>
    (uses.get(`${one.path}|${one.name}`) ?? 0) +
      sum(
        [...(exported.get(`${one.path}#${one.name}`) ?? [])].map((by) => uses.get(`${by}|${one.name}`) ?? 0),
      ) ===
    1,
);

const sizes = [...files.values()].map(({ lines }) => lines.length).sort((a, b) => a - b);
const camel = (snake) => snake.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const kit = [...files].filter(([path]) => name(path).startsWith("app/kit/"));
const figures = {
  "source lines of app": sum(sizes),
  files: sizes.length,
  "median file": sizes[sizes.length >> 1],
  "largest file": sizes.at(-1),
  "lines over 110 characters": each((line) => line.length > 110),
  "lines of imports": importLines,
  "lines of closing brackets alone": each((line) => /^[\s)}\];,>/]+$/.test(line) && line.trim() !== ""),
  "files that read a form's intent by hand": [...files].filter(
    ([path, { text }]) => !/\/(kit|forms)\//.test(path) && /form\.get\("(intent|form)"\)/.test(text),
  ).length,
  exports: exported.size,
  "exports used in exactly one other file": [...exported.values()].filter(({ size }) => size === 1).length,
  "functions used at one place": once.length,
  "their share of function lines, %": Math.round(
    (100 * sum(once.map(({ lines }) => lines))) / sum(top.map(({ lines }) => lines)),
  ),
  "files with one importer": [...files.keys()].filter((path) => importers.get(path)?.size === 1).length,
  "lines that rename snake_case to camelCase": each((line) =>
    [...line.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].some(([snake]) =>
      new RegExp(`\\b${camel(snake)}\\b`).test(line),
    ),
  ),
  "object literals spread in place": each((line) => /\.\.\.\{ /.test(line)),
  "lines of CSS": sum(
    under(join(root, "app"))
      .filter((path) => path.endsWith(".css"))
      .map((path) => readFileSync(path, "utf8").split("\n").length - 1),
  ),
  "lines of tests and examples": sum(
    [...all.filter(isTest), ...under(join(root, "tests")).filter((path) => /\.(tsx?|mjs)$/.test(path))].map(
      (path) => readFileSync(path, "utf8").split("\n").length - 1,
    ),
  ),
  "lines of the kit": sum(kit.map(([, { lines }]) => lines.length)),
};
const FILE = join(root, "scripts/size-ceilings.json");
const ceilings = JSON.parse(readFileSync(FILE, "utf8"));
const over = Object.keys(ceilings).filter((what) => figures[what] > ceilings[what]);
if (process.argv.includes("--check")) {
  for (const what of over)
    console.error(`${what}: ${figures[what]}, at most ${ceilings[what]} (scripts/size-ceilings.json)`);
  process.exit(over.length === 0 ? 0 : 1);
}
if (process.argv.includes("--lower")) {
  const lower = Object.entries(ceilings).map(([what, ceiling]) => [what, Math.min(ceiling, figures[what])]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`);
}
for (const [what, figure] of Object.entries(figures)) console.log(`${String(figure).padStart(7)}  ${what}`);
