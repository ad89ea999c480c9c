import { showToast } from "./toast.ts";
import { useCopy } from "./use-copy.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Copies `text`; `name` says which text, for screen readers. Shown only with scripts. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const isHydrated = useHydrated();
  const { isCopied, copy } = useCopy(() =>
    showToast({
      title: "Copy failed",
      description: "Select the text and copy it by hand.",
      variant: "destructive",
    }),
  );
  if (!isHydrated) return null;
  return (
    <span className="no-print">
      <button type="button" className="button is-quiet" onClick={() => void copy(text)}>
        <span aria-hidden={isCopied || undefined}>{isCopied ? "✓" : "Copy"}</span>
        <span className="sr-only"> {name}</span>
      </button>
      <span role="status" className="sr-only">
        {isCopied ? "Copied" : ""}
      </span>
    </span>
  );
}
