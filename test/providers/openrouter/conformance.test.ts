import { providerConformance } from '../../support/provider-conformance.ts';
import { openrouterDialect } from '../../support/vendor-dialects/openrouter.ts';

providerConformance([
  {
    name: 'openrouter',
    provider: 'openrouter',
    dialect: openrouterDialect,
    lacks: [
      ['W-11', 'no model has a budget', 'none of those known before Configure; see W-19'],
      ['W-15', 'no model has two tiers', 'none of those known before Configure; see W-19'],
      ['W-21', 'none declared', 'no prompt is expanded'],
      ['W-23', 'none declared', 'no hook is offered'],
      ['W-33', 'no required attributes', 'a private address needs no key'],
      ['W-45', 'every model with tools declares parallel calls', 'the gateway makes them'],
      ['W-47', 'no such block produced', 'encrypted reasoning is the signature of a thought'],
      ['W-62', 'the vendor does not say which sequence was hit', 'it has no such field'],
      ['W-71 (warning)', 'CountTokens is not offered', 'the gateway counts afterwards alone'],
      ['W-72', 'the vendor does not count', 'as W-71'],
    ],
  },
]);
