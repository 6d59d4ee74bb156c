/** A number, a name and a type: a scalar or a message's full name. Without a label: always there. */
export type FieldRow = readonly [number: number, name: string, type: string, label?: string];
