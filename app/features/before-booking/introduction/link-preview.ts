import type { MetaDescriptor } from "react-router";
import type { Site } from "#app/ui/frame-parts.tsx";

type Preview = {
  title: string;
  description: string;
  /** An absolute address of this service. Search engines list the page under it, unless `isCopy`. */
  url: string;
  /** For a page that is not to be listed, but is sent to people. */
  isCopy?: boolean;
};

/** The text that search engines list for a page and messengers show for a link. There is no `og:url`: some messengers
 * open that address in place of the one that was sent, without its answers. */
export function linkPreview(site: Site, { title, description, url, isCopy }: Preview): MetaDescriptor[] {
  const picture = new URL(site.logo?.href ?? "/apple-touch-icon.png", url).href;
  return [
    { name: "description", content: description },
    ...(isCopy ? [] : [{ tagName: "link", rel: "canonical", href: url }]),
    { property: "og:type", content: "website" },
    { property: "og:locale", content: "en_GB" },
    { property: "og:site_name", content: site.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:image", content: picture },
    { property: "og:image:alt", content: site.name },
    { name: "twitter:card", content: "summary" },
  ];
}
