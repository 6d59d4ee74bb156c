import type { Reporter, TestModule } from 'vitest/node';

/** Prints `N passed, N failed` (and `, N skipped`) as the very last line of a run. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) counts[stateOf(test.result().state)] += 1;
      if (tests.length === 0 || module.errors().length > 0) counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    const line = `${counts.passed} passed, ${counts.failed} failed${skipped}\n`;
    process.on('exit', () => process.stdout.write(line));
  }
}

function stateOf(state: string): 'passed' | 'failed' | 'skipped' {
  return state === 'passed' || state === 'failed' ? state : 'skipped';
}
