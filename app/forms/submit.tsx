import type { ComponentProps, ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { PostForm } from "./post-form.tsx";

type SubmitProps = Pick<ComponentProps<typeof Button>, "look"> & { intent?: string; children: ReactNode };

/** The one button below the fields of a form. */
export const Submit = ({ intent, look, children }: SubmitProps) => (
  <div className="actions">
    <Button look={look} intent={intent}>
      {children}
    </Button>
  </div>
);

type ButtonFormProps = ComponentProps<typeof Button> & { fields: Record<string, string>; action?: string };

/** A form that is one small button, such as that of a row. `fields` are its hidden controls. */
export const ButtonForm = ({ fields, action, ...button }: ButtonFormProps) => (
  <PostForm action={action}>
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button look="quiet" isSmall name="intent" {...button} />
  </PostForm>
);
