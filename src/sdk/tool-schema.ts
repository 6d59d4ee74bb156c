import type { JsonObject } from '../protocol/json.ts';
import type { ToolSchema } from '../protocol/model-request.ts';

/**
 * A tool's input schema as JSON Schema: the subset every vendor takes. Properties come sorted:
 * tools begin the prefix that vendors cache, and a host may hand them over in any order.
 */
export function toolJsonSchema(schema: ToolSchema): JsonObject {
  const properties = Object.entries(schema.properties).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return {
    type: schema.type,
    ...(schema.description === '' ? {} : { description: schema.description }),
    ...(schema.type === 'object'
      ? {
          properties: Object.fromEntries(
            properties.map(([name, property]) => [name, toolJsonSchema(property)]),
          ),
        }
      : {}),
    ...(schema.required.length === 0 ? {} : { required: schema.required }),
    ...(schema.items === undefined ? {} : { items: toolJsonSchema(schema.items) }),
    ...(schema.enumValues.length === 0 ? {} : { enum: schema.enumValues }),
  };
}
