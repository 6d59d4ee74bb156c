/** Parts of a dialect that several vendors have alike. */
import type { VendorDialect, VendorRequest } from '../../../src/conformance/index.ts';
import type { JsonValue } from '../../../src/protocol/json.ts';
import { valueAt } from '../../../src/sdk/json.ts';
import { jsonResponse } from './responses.ts';

interface Counting {
  /** End of the target that counts. */
  readonly target: string;
  /** The answer with the vendor's count in it. */
  readonly answer: (tokens: number) => JsonValue;
  readonly content: (request: VendorRequest) => JsonValue | undefined;
}

/** A vendor that counts tokens, each byte for one, and says a text to anything else. */
export function countingVendor(
  text: (request: VendorRequest) => ReturnType<typeof jsonResponse>,
  { target, answer, content }: Counting,
) {
  const response = ({ body }: VendorRequest) => jsonResponse(answer(body.length));
  return {
    text: (request: VendorRequest) =>
      request.target.endsWith(target) ? response(request) : text(request),
    count: { response, content },
  } satisfies Pick<VendorDialect, 'text' | 'count'>;
}

interface OptionPlace {
  readonly name: string;
  /** Where it stands in the body; default there by its name. */
  readonly path?: readonly string[];
}

/** Options in the body of a request; an unknown one is refused. */
export function bodyOptions(
  { value, ...documented }: OptionPlace & { readonly value: JsonValue },
  integer?: OptionPlace,
) {
  return {
    documented: { value, ...placed(documented) },
    ...(integer === undefined ? {} : { integer: placed(integer) }),
    unknown: 'refused',
  } satisfies VendorDialect['options'];
}

function placed({ name, path = [name] }: OptionPlace) {
  return { name, read: ({ json }: VendorRequest) => valueAt(json, ...path) };
}
