import Type from "typebox";

/** Present if the payment was created on a link. */
export const linkOfPayment = Type.Object({
  id: Type.String(),
  /** Null: they cannot be read now. Empty: none were entered, or they were erased. */
  fields: Type.Union([Type.Array(Type.Object({ label: Type.String(), value: Type.String() })), Type.Null()]),
});
