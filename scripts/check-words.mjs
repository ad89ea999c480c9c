/** Checks the wording that docs/style.md settles, where a program can: words that are out, how comments begin, names of
 * constants, and the length of lines in documents and of comments. Prints each finding as `file:line`; exits with 1
 * when there is one. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Every use of these is wrong, in code, documents and on screens. */
const OUT = {
  "but for": "except, apart from",
  "in this device": "on this device",
  "all the same": "still, anyway",
  "what shall hold": "the version to keep",
  hence: "so",
};
const OUT_WORDS = new RegExp(`\\b(${Object.keys(OUT).join("|")})\\b`, "i");

/** A comment names the thing first. */
const COMMENT_START =
  /^\s*(?:\/\/|\/\*\*|\*|\{\/\*)\s*(It|Its|That|Of|As|What|Where|Said|By|From|Whose|Those|These)\s/;
/** A whole line of a comment, or one behind code. */
const COMMENT = /^\s*(?:\/\/|\/?\*|\{\/\*)|\s\/\/\s/;
const OLD_NAME = /\b(MOST|LONGEST)_[A-Z]/;
const MAX_LINE = 120;

/** The contract's own words, and the page that lists the words that are out. */
const EXEMPT = /^(docs\/(specification|style)\.md|scripts\/check-words\.mjs)$/;
const CODE = /\.(tsx?|mjs|css)$/;
/** Released migrations never change. */
const MIGRATION = /^migrations\//;

/** A table row, a link, a picture or a code line cannot be wrapped. */
const isWrappable = (line) => !/^\s*(\||\[|!\[|```|\s{4}|http)/.test(line);

function* findingsOf(file, text) {
  const isDocument = file.endsWith(".md");
  let isInCode = false;
  for (const [index, line] of text.split("\n").entries()) {
    const at = (message) => `${file}:${index + 1}: ${message}`;
    if (isDocument && line.startsWith("```")) isInCode = !isInCode;
    const out = OUT_WORDS.exec(line)?.[1];
    if (out) yield at(`“${out}” is out: ${OUT[out.toLowerCase()]}`);
    if (isDocument) {
      if (!isInCode && line.length > MAX_LINE && isWrappable(line))
        yield at(`longer than ${MAX_LINE} characters`);
      continue;
    }
    const start = COMMENT_START.exec(line)?.[1];
    if (start) yield at(`a comment begins with “${start}”: name the thing first`);
    if (line.length > MAX_LINE && COMMENT.test(line))
      yield at(`a comment longer than ${MAX_LINE} characters`);
    if (OLD_NAME.test(line)) yield at("call it MAX_…");
  }
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => (CODE.test(file) || file.endsWith(".md")) && !EXEMPT.test(file) && !MIGRATION.test(file))
  .filter((file) => existsSync(file));
const findings = files.flatMap((file) => [...findingsOf(file, readFileSync(file, "utf8"))]);
for (const finding of findings) console.error(finding);
if (findings.length > 0) {
  console.error(`${findings.length} places differ from docs/style.md.`);
  process.exit(1);
}
