import { readdirSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

type Node = {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
};
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

/** `app/features/booking`, `node_modules/kysely`: a few dozen groups for thousands of files. */
function groupOf(source: string): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (name) return name;
  const path = source.replace(/^(\.\.\/)+/, "").split("/");
  return path.slice(0, path[1] === "features" ? 3 : 2).join("/");
}

function readMaps(build: string): Map<string, SourceMap> {
  const files = readdirSync(build, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js.map"),
  );
  return new Map(
    files.map((file) => [
      basename(file, ".map"),
      new SourceMap(JSON.parse(readFileSync(join(build, file), "utf8")) as SourceMapPayload),
    ]),
  );
}

function ownerOf(
  { callFrame: { url, functionName, lineNumber, columnNumber } }: Node,
  maps: Map<string, SourceMap>,
) {
  if (url.startsWith("node:")) return `node:${url.slice(5).split("/").slice(0, 2).join("/")}`;
  if (url === "") return functionName.startsWith("(") ? functionName : "native code";
  const map = maps.get(basename(url));
  const entry = map?.findEntry(lineNumber, columnNumber);
  const source = entry && "originalSource" in entry ? entry.originalSource : fileURLToPath(url);
  return groupOf(source);
}

/** Processor time in milliseconds by owner (see `ownerOf`), most first, without idle time. */
export function readProfile(folder: string, build: string): { total: number; byOwner: [string, number][] } {
  const [file] = readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"));
  const profile = JSON.parse(readFileSync(join(folder, file!), "utf8")) as Profile;
  const maps = readMaps(build);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const sums = new Map<string, number>();
  profile.samples.forEach((id, index) => {
    const owner = ownerOf(nodes.get(id)!, maps);
    if (owner !== "(idle)") sums.set(owner, (sums.get(owner) ?? 0) + profile.timeDeltas[index]! / 1000);
  });
  const byOwner = [...sums].sort(([, a], [, b]) => b - a);
  return { total: byOwner.reduce((sum, [, ms]) => sum + ms, 0), byOwner };
}
