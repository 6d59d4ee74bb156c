import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Where the steps of one load put what they find. */
export class FaultLog {
  readonly #diagnostics: Diagnostic[] = [];

  readonly report = (diagnostic: Diagnostic): void => {
    this.#diagnostics.push(diagnostic);
  };

  readonly count = (): number => this.#diagnostics.length;

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }
}
