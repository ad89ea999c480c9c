import type { ReactNode } from "react";
import { Link } from "react-router";
import { withWholeCodes } from "#app/ui/page.tsx";
import type { PartKey } from "./parts.ts";
import {
  headLines,
  TABLE_HEAD,
  type DocumentBlock,
  type DocumentTree,
  type ReportBlock,
} from "./report-document.ts";

/** The page on which a part is written; without it a report is to be read alone. */
type LinkTo = ((part: PartKey) => string) | undefined;

/** A document's tree as HTML. */
export function PrintedReport({
  tree,
  linkTo,
  isInPage = false,
}: {
  tree: DocumentTree<DocumentBlock | ReportBlock>;
  linkTo?: LinkTo;
  /** The page has a heading of its own. */
  isInPage?: boolean;
}) {
  return (
    <>
      {tree.letterhead.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
      {isInPage ? (
        <p className="mt-6 text-lg font-bold">{tree.title}</p>
      ) : (
        <h1 className="mt-6">{tree.title}</h1>
      )}
      {headLines(tree).map((line) => (
        <p key={line} className="wrap-anywhere" dir="auto">
          {withWholeCodes(line)}
        </p>
      ))}
      {tree.blocks.map((block, index) => (
        <Block key={index} block={block} linkTo={linkTo} />
      ))}
    </>
  );
}

/** One block of a report as HTML. */
export function Block({ block, linkTo }: { block: DocumentBlock | ReportBlock; linkTo?: LinkTo }): ReactNode {
  switch (block.kind) {
    case "heading":
      return block.level === 3 ? (
        <h3 className="mt-5 wrap-anywhere">{block.text}</h3>
      ) : (
        <h2 className="mt-8 border-b border-ink pb-1 wrap-anywhere">
          {block.text}{" "}
          {linkTo && "part" in block ? (
            <Link to={linkTo(block.part)} className="no-print note">
              Change<span className="sr-only"> {block.text}</span>
            </Link>
          ) : null}
        </h2>
      );
    case "paragraph":
      return (
        <p className="mt-3 wrap-anywhere whitespace-pre-line" dir="auto">
          {block.number}. {block.text}
        </p>
      );
    case "quote":
      return (
        <blockquote
          className="mt-2 ml-6 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line"
          dir="auto"
        >
          {block.speaker}: {block.text}
        </blockquote>
      );
    case "list":
      return (
        <ul className="mt-2 ml-6 list-disc pl-5">
          {block.items.map((item, index) => (
            <li key={index} className="wrap-anywhere" dir="auto">
              {item}
            </li>
          ))}
        </ul>
      );
    case "signature":
      return (
        <div className="mt-6 break-inside-avoid border-t border-ink pt-2 wrap-anywhere">
          {block.lines.map((line, index) => (
            <p key={index} dir="auto">
              {line}
            </p>
          ))}
        </div>
      );
    case "table":
      return (
        <table className="mt-3 w-full text-left align-top" aria-label={block.caption}>
          <thead>
            <tr>
              {TABLE_HEAD.map((head) => (
                <th key={head} scope="col" className="py-1 pr-3">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map(({ name, value }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="w-1/3 py-1 pr-3 align-top">
                  {name}
                </th>
                <td className="py-1 wrap-anywhere whitespace-pre-line" dir="auto">
                  {value}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}
