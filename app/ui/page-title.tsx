import { createContext, useContext } from "react";
import { useActionData, useRouteLoaderData } from "react-router";
import type { Site } from "./frame-parts.tsx";

type PageTitleProps = {
  title: string;
  /** Leave out where it is the page's form that says so. */
  isRefused?: boolean;
};

/** Whom the pages below a common head are about: their titles begin with it. */
export const PageSubject = createContext<string | null>(null);

/** "Error: " goes in front after a refused POST. React moves the title to the head. */
export function PageTitle({ title, isRefused }: PageTitleProps) {
  const reply = useActionData() as { summary?: string } | null | undefined;
  const subject = useContext(PageSubject);
  const root = useRouteLoaderData("root") as { site: Site } | undefined;
  const start = (isRefused ?? Boolean(reply?.summary)) ? "Error: " : "";
  const end = root ? ` – ${root.site.name}` : "";
  return <title>{`${start}${subject ? `${subject}: ` : ""}${title}${end}`}</title>;
}
