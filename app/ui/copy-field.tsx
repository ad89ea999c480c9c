import { useRef } from "react";
import { showToast } from "./toast.ts";
import { useCopy } from "./use-copy.ts";
import { useHydrated } from "./use-hydrated.ts";

type CopyFieldProps = {
  id: string;
  label: string;
  value: string;
  /** Sends the value with a form elsewhere on the page. */
  name?: string;
  formId?: string;
};

export function CopyField({ id, label, value, name, formId }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const { isCopied, copy } = useCopy(() => {
    input.current?.select();
    showToast({
      title: "Copy failed",
      description: "Unable to copy link to clipboard",
      variant: "destructive",
    });
  });

  return (
    <div className="field is-wide">
      <label htmlFor={id}>{label}</label>
      <div className="input-row">
        <input ref={input} className="input" id={id} name={name} form={formId} value={value} readOnly />
        {isHydrated ? (
          <button
            type="button"
            className="button is-quiet"
            aria-label="Copy link"
            onClick={() => void copy(value)}
          >
            {isCopied ? <span aria-hidden="true">✓</span> : "Copy"}
          </button>
        ) : null}
      </div>
      <p role="status" className="note">
        {isCopied ? "Link copied" : ""}
      </p>
    </div>
  );
}
