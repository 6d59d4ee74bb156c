/** The providers of a fleet, as the turn engine asks for them. */
import type { BringUpFailure } from '../plugin/bring-up-failure.ts';
import { bringUpFailureText } from '../plugin/bring-up-failure.ts';
import type { Fleet } from '../plugin/fleet.ts';
import type { TurnError } from '../turn/turn-event.ts';
import type { ProviderDirectory } from '../turn/turn-plan.ts';

/** Starts and configures a provider on first use; why one can not be used becomes an error of the turn. */
export function providerDirectory(fleet: Fleet): ProviderDirectory {
  return async (name, signal) => {
    const found = await fleet.get(name, signal);
    if (found.type === 'unavailable') {
      return { type: 'unavailable', error: turnErrorOf(found.failure) };
    }
    return { type: 'ready', provider: found.client, capabilities: found.capabilities };
  };
}

/** What a turn is told about a provider that can not be used. */
export function turnErrorOf(failure: BringUpFailure): TurnError {
  const { summary, detail } = bringUpFailureText(failure);
  const message = detail === '' ? summary : `${summary}. ${detail}`;
  const provider = failure.type === 'start' ? failure.failure.provider : failure.provider;
  return { category: categoryOf(failure), message, retryable: false, provider };
}

function categoryOf(failure: BringUpFailure): TurnError['category'] {
  switch (failure.type) {
    case 'refused':
      if (failure.step !== 'Configure') return 'provider_unavailable';
      return failure.error.category === 'auth_error' ? 'auth_error' : 'configuration';
    case 'undecodable':
      return 'configuration';
    case 'crashed':
      return 'provider_crashed';
    case 'start':
    case 'crashing':
    case 'wrong-category':
    case 'wrong-version':
    case 'nameless':
    case 'invalid':
    case 'unknown-provider':
    case 'cancelled':
      return 'provider_unavailable';
  }
}
