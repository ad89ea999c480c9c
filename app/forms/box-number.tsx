import { createContext, useContext } from "react";

const Numbers = createContext<Readonly<Record<string, string>>>({});

/** The numbers of a form's fields, by control name: each label begins with its own. */
export const BoxNumbers = Numbers.Provider;

/** The field's number before its label; nothing on a form without numbers. */
export function BoxNumber({ name }: { name: string }) {
  const number = useContext(Numbers)[name];
  return number ? <span className="box-number">{number} </span> : null;
}
