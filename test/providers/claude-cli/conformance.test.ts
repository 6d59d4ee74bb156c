import { join } from 'node:path';
import { providerConformance, sayHello } from '../../support/provider-conformance.ts';
import { root } from '../../support/shared.ts';
import { dialectWithoutVendor, LACKS_WITHOUT_VENDOR } from '../../support/vendor-dialects/none.ts';

const command = join(root, 'test', 'fixtures', 'claude-cli', 'claude.mjs');

providerConformance([
  {
    name: 'claude-cli',
    provider: 'claude-cli',
    dialect: dialectWithoutVendor('fail'),
    providerConfig: { command, extra_args: ['--scenario=repeats'] },
    // The program has no such limit, and the log says so.
    request: sayHello({ maxOutputTokens: 100 }),
    lacks: [
      // How the program is ended is shown in provider.test.ts.
      ...LACKS_WITHOUT_VENDOR,
      ['W-11', 'no model has a budget', 'thinking is chosen by effort'],
      ['W-15', 'no model has two tiers', 'what an answer costs of a subscription is not known'],
      ['W-21', 'none declared', 'no prompt is expanded'],
      ['W-23', 'none declared', 'no hook is offered'],
      ['W-33', 'no required attributes', 'the program is found in PATH'],
      ['W-44', 'no call produced', 'the program runs its own tools and takes none'],
      ['W-47', 'no such block produced', 'the program keeps its history to itself'],
      ['W-71 (warning)', 'CountTokens is not offered', 'the program does not count'],
    ],
  },
]);
