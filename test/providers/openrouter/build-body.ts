import { FALLBACK_MODELS } from '../../../providers/openrouter/models.ts';
import type { Api } from '../../../providers/openrouter/options.ts';
import { buildRequest } from '../../../providers/openrouter/request.ts';
import type { ModelRequest } from '../../../src/protocol/model-request.ts';
import { refusalOf, sampleRequest } from '../../support/sample-request.ts';

/** A request of one short user message, changed as given. */
export function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return sampleRequest('anthropic/claude-sonnet-4.5', changes);
}

/** What would be built, as the JSON the gateway gets. */
export function build(changes: Partial<ModelRequest> = {}, api: Api = 'chat') {
  const body = buildRequest(request(changes), FALLBACK_MODELS, api);
  const sent: Record<string, unknown> = JSON.parse(JSON.stringify(body));
  return sent;
}

/** Category and message of a request that is refused before it is sent. */
export function refusal(changes: Partial<ModelRequest>): string {
  return refusalOf(() => build(changes));
}
