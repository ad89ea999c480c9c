import { useState } from "react";
import { FieldShell, splitFieldProps, textValue, type FieldProps } from "#app/forms/field.tsx";
import { setControl } from "#app/forms/use-live-form.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

const RGB = /^#[0-9a-f]{6}$/;

/** A colour as text, `#0b5d5a`, and with JavaScript the browser's own picker beside it. */
export function ColourField(props: FieldProps<string>) {
  const { shell, control } = splitFieldProps(props);
  const saved = textValue(props.field) ?? "";
  const [typed, setTyped] = useState(saved);
  const isHydrated = useHydrated();
  const colour = typed.trim().toLowerCase();
  return (
    <FieldShell
      {...shell}
      control={
        <div className="input-row">
          <input
            type="text"
            autoComplete="off"
            {...control}
            className="input is-short"
            defaultValue={saved}
            onChange={(event) => setTyped(event.target.value)}
          />
          {isHydrated ? (
            <input
              type="color"
              className="colour-picker"
              aria-label="Pick the colour"
              value={RGB.test(colour) ? colour : "#000000"}
              onChange={({ target }) => {
                setTyped(target.value);
                setControl(document.getElementById(control.id) as HTMLInputElement, target.value);
              }}
            />
          ) : null}
        </div>
      }
    />
  );
}
