import { layout, route, type RouteConfig } from "@react-router/dev/routes";

/** Every URL of the product: the site map (DESIGN section 6). */
export default [
  layout("routes/site-layout.tsx", [route("*", "routes/system/not-found.tsx")]),
] satisfies RouteConfig;
