/** The releases whose databases this one knows, in their order; the last is this one. A new release adds its version,
 * which is also `package.json`'s and a heading of `CHANGELOG.md`. The one before it may open what it wrote. */
export const RELEASES: readonly string[] = ["1.0.0"];
