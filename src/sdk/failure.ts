/** Whatever a provider throws becomes one classified, bounded error without secrets. */
import { type ModelError, type ModelErrorCategory, mayRetry } from '../protocol/model-error.ts';
import type { Redact } from '../protocol/redact.ts';
import { limitUtf8, MESSAGE_BYTES, RAW_DETAIL_BYTES } from '../protocol/utf8-limit.ts';
import { ModelFailure } from './model-failure.ts';

/** A provider broke the rules of a stream; a defect of its code, not of the vendor. */
export class ContractViolation extends Error {
  constructor(problem: string) {
    super(`the provider broke the contract: ${problem}`);
    this.name = 'ContractViolation';
  }
}

/** A failure the SDK itself finds, which needs no detail. */
export function failure(category: ModelErrorCategory, message: string): ModelFailure {
  return new ModelFailure({ category, message, retryable: false });
}

/** Classifies anything thrown. What is no `ModelFailure` is `unknown` and keeps its own words. */
export function classifyThrown(thrown: unknown): ModelError {
  if (thrown instanceof ModelFailure) return thrown.error;
  const [first = 'no reason was given', ...causes] = chainOf(thrown);
  return {
    category: 'unknown',
    message: thrown instanceof ContractViolation ? first : `unexpected failure: ${first}`,
    retryable: false,
    rawDetail: ['', first, ...causes.map((cause) => `caused by: ${cause}`)].join('\n'),
  };
}

/**
 * Makes an error fit to leave the process: it names its provider, holds no secret, stays within its
 * limits, and asks for a retry only where one is ever allowed.
 */
export function fitToLeave(error: ModelError, provider: string, redact: Redact): ModelError {
  const { category, message, retryAfterMs, rawDetail } = error;
  const named = message.startsWith(`${provider}:`) ? message : `${provider}: ${message}`;
  const retryable = error.retryable && mayRetry(category);
  // A detail is required where the category says nothing.
  const detail = rawDetail || (category === 'unknown' ? `\n${message}` : undefined);
  return {
    category,
    message: limitUtf8(redact(named), MESSAGE_BYTES),
    retryable,
    retryAfterMs: retryable ? retryAfterMs : undefined,
    rawDetail: detail === undefined ? undefined : limitUtf8(redact(detail), RAW_DETAIL_BYTES),
  };
}

const LONGEST_CHAIN = 5;

/** An error and its causes, each as one line. */
function chainOf(thrown: unknown): readonly string[] {
  const lines: string[] = [];
  let current = thrown;
  while (current !== undefined && lines.length < LONGEST_CHAIN) {
    lines.push(current instanceof Error ? wordsOf(current) : String(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return lines;
}

function wordsOf(error: Error & { readonly code?: unknown }): string {
  const code = typeof error.code === 'string' && !error.message.includes(error.code);
  return code ? `${error.message} (${error.code})` : error.message || error.name;
}
