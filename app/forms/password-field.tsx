import { useState, type ComponentProps } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { FieldShell, splitFieldProps, type FieldProps } from "./field.tsx";

type Native = Omit<ComponentProps<"input">, "id" | "name" | "type" | "children" | "defaultValue">;

export function PasswordField(props: FieldProps<string> & Native) {
  const { shell, control } = splitFieldProps(props);
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useHydrated();
  return (
    <FieldShell
      {...shell}
      control={
        <div className="input-row">
          <input autoCapitalize="none" spellCheck={false} {...control} type={isShown ? "text" : "password"} />
          {isHydrated ? (
            <button
              type="button"
              className="button is-quiet"
              aria-controls={control.id}
              aria-label={isShown ? "Hide password" : "Show password"}
              onClick={() => setIsShown((previous) => !previous)}
            >
              {isShown ? "Hide" : "Show"}
            </button>
          ) : null}
        </div>
      }
    />
  );
}
