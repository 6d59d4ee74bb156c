/** Whether and how a connection is encrypted: each side trusts exactly the other's certificate. */
import { type Certificate, toPem } from '../protocol/certificate.ts';
import type { Handshake } from '../protocol/handshake.ts';

export type ChannelSecurity =
  | { readonly type: 'plaintext' }
  | {
      readonly type: 'mutual';
      readonly own: Certificate;
      /** The only certificate the other side may show, PEM. */
      readonly peerPem: string;
    };

export type AgreedSecurity =
  | { readonly type: 'agreed'; readonly security: ChannelSecurity }
  /** A clause that completes "the encrypted connection failed: …". */
  | { readonly type: 'refused'; readonly detail: string };

/**
 * What both sides want, from our request and its handshake. Never falls back to plaintext silently
 * (`wire.md` §3).
 *
 * @param own - Present when we asked for mutual TLS.
 */
export function agreeOnSecurity(
  own: Certificate | undefined,
  handshake: Handshake,
): AgreedSecurity {
  const { certificate } = handshake;
  if (own === undefined) {
    if (certificate === undefined) return { type: 'agreed', security: { type: 'plaintext' } };
    return { type: 'refused', detail: 'It serves TLS only, which nobody asked for' };
  }
  if (certificate === undefined) {
    return { type: 'refused', detail: 'It was asked for a certificate and named none' };
  }
  const peerPem = toPem(Buffer.from(certificate, 'base64'));
  return { type: 'agreed', security: { type: 'mutual', own, peerPem } };
}
