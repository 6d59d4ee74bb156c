import type { ModelError } from '../protocol/model-error.ts';

/** A classified failure, thrown inside a provider; the SDK turns it into an event or a status. */
export class ModelFailure extends Error {
  readonly error: ModelError;

  constructor(error: ModelError, options?: { cause?: unknown }) {
    super(error.message, options);
    this.name = 'ModelFailure';
    this.error = error;
  }
}
