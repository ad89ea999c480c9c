import { useRouteLoaderData } from "react-router";
import type { Site } from "./site-frame.tsx";

type PageTitleProps = { title: string; isRefused?: boolean };

/** "Error: " goes in front after a refused POST. React moves the title to the head. */
export function PageTitle({ title, isRefused = false }: PageTitleProps) {
  const root = useRouteLoaderData("root") as { site: Site } | undefined;
  const start = isRefused ? "Error: " : "";
  const end = root ? ` – ${root.site.name}` : "";
  return <title>{`${start}${title}${end}`}</title>;
}
