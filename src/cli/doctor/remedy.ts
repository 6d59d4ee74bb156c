import type { ProviderBlock } from '../../config/config.ts';
import { modelErrorText } from '../../format/model-error-text.ts';
import type { TurnErrorCategory } from '../../turn/turn-event.ts';

/** What to do about a failed call, from its category and the words of the transport. */
export function remedyFor(
  category: TurnErrorCategory,
  message: string,
  { localName }: ProviderBlock,
): string {
  const place = `environment {} of provider "${localName}"`;
  if (/certificate/i.test(message)) {
    return `If your network or server has an authority of its own, name its PEM file as NODE_EXTRA_CA_CERTS in ${place}.`;
  }
  if (/proxy/i.test(message)) {
    return `Check HTTPS_PROXY in ${place}: host, port, user name and password, and that the proxy runs.`;
  }
  if (/could not be reached|did not connect/.test(message)) {
    return `Check that the server runs and that base_url of provider "${localName}" names it; behind a proxy, set HTTPS_PROXY in ${place}.`;
  }
  return modelErrorText(category).advice;
}
