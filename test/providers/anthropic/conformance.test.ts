import { type Lack, providerConformance, sayHello } from '../../support/provider-conformance.ts';
import {
  anthropicDialect,
  olderAnthropicDialect,
} from '../../support/vendor-dialects/anthropic.ts';

const provider = 'anthropic';

/** More than a model gives: the log says what is asked for instead. */
const request = sayHello({ maxOutputTokens: 1_000_000 });

const LACKS: readonly Lack[] = [
  ['W-15', 'no model has two tiers', 'the vendor has one price for every prompt size'],
  ['W-19', 'the roster is built in', 'nothing is asked of the vendor in Configure'],
  ['W-21', 'none declared', 'no prompt is expanded'],
  ['W-23', 'none declared', 'no hook is offered'],
  ['W-33', 'no required attributes', 'a private address needs no key'],
  ['W-45', 'every model with tools declares parallel calls', 'the vendor makes them'],
  ['W-53', 'every model declares it', 'every model takes images'],
  ['W-54', 'every model declares it', 'every model takes documents'],
  ['W-55', 'every model declares it', 'every model uses tools'],
  ['W-57', 'every model takes explicit markers', 'every model caches by markers'],
];

providerConformance([
  {
    name: 'anthropic',
    provider,
    dialect: anthropicDialect,
    request,
    lacks: [
      ...LACKS,
      [
        'W-60',
        'no option is a whole number',
        'newer models refuse to be sampled; see the next run',
      ],
    ],
  },
  {
    name: 'anthropic, a model that can be sampled',
    provider,
    dialect: olderAnthropicDialect,
    model: 'claude-haiku-4-5',
    request,
    lacks: LACKS,
  },
]);
