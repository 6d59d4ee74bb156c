import { MODELS } from '../../../providers/google/models.ts';
import { buildRequest } from '../../../providers/google/request.ts';
import type { ModelRequest } from '../../../src/protocol/model-request.ts';
import { refusalOf, sampleRequest } from '../../support/sample-request.ts';

/** A request of one short user message, changed as given. */
export function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return sampleRequest('gemini-3-flash-preview', changes);
}

/** What would be built, as the JSON the vendor gets. */
export function build(changes: Partial<ModelRequest> = {}) {
  const built = buildRequest(request(changes), MODELS);
  const body: Record<string, unknown> = JSON.parse(JSON.stringify(built.body));
  return { ...built, body };
}

/** Category and message of a request that is refused before it is sent. */
export function refusal(changes: Partial<ModelRequest>): string {
  return refusalOf(() => build(changes));
}
