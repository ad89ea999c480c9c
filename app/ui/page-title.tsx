import { useRouteLoaderData } from "react-router";
import type { Site } from "./site-frame.tsx";

type PageTitleProps = { title: string; isRefused?: boolean };

/** The document's title, "Error: " in front after a refused POST. React moves it to the head. */
export function PageTitle({ title, isRefused = false }: PageTitleProps) {
  const root = useRouteLoaderData("root") as { site: Site } | undefined;
  const start = isRefused ? "Error: " : "";
  const end = root ? ` – ${root.site.name}` : "";
  return <title>{`${start}${title}${end}`}</title>;
}
