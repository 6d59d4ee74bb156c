import { providerConformance } from '../../support/provider-conformance.ts';
import { dialectWithoutVendor, LACKS_WITHOUT_VENDOR } from '../../support/vendor-dialects/none.ts';

providerConformance([
  {
    name: 'example',
    provider: 'example',
    dialect: dialectWithoutVendor('error rate_limited'),
    providerConfig: { pace_ms: 0 },
    lacks: [
      // It makes its answers up.
      ...LACKS_WITHOUT_VENDOR,
      ['HS-10', 'no JSON lines', 'it logs nothing'],
      ['W-11', 'no model has a budget', 'its thinking has two efforts'],
      ['W-15', 'no model has two tiers', 'its price is made up, and one'],
      ['W-21', 'none declared', 'no prompt is expanded'],
      ['W-22', 'none declared', 'it has no catalogue'],
      ['W-23', 'none declared', 'no hook is offered'],
      ['W-33', 'no required attributes', 'it needs none'],
      ['W-47', 'no such block produced', 'it hides no thought'],
      ['W-55', 'every model declares it', 'its one model uses tools'],
      ['W-71 (warning)', 'CountTokens is not offered', 'its tokens are words'],
    ],
  },
]);
