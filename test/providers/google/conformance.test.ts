import { providerConformance } from '../../support/provider-conformance.ts';
import { googleDialect } from '../../support/vendor-dialects/google.ts';

providerConformance([
  {
    name: 'google',
    provider: 'google',
    dialect: googleDialect,
    lacks: [
      ['HS-10', 'no JSON lines', 'nothing is left out of a request, so nothing is logged'],
      ['W-19', 'the roster is built in', "the vendor's list has no prices"],
      ['W-21', 'none declared', 'no prompt is expanded'],
      ['W-23', 'none declared', 'no hook is offered'],
      ['W-33', 'no required attributes', 'a private address needs no key'],
      ['W-45', 'every model with tools declares parallel calls', 'the vendor makes them'],
      ['W-47', 'no such block produced', 'hidden reasoning is the signature of a part'],
      ['W-53', 'every model declares it', 'every model takes images'],
      ['W-54', 'every model declares it', 'every model takes documents'],
      ['W-55', 'every model declares it', 'every model uses tools'],
      ['W-58', 'no model declares explicit markers', 'caching is automatic'],
      ['W-62', 'the vendor does not say which sequence was hit', 'a hit looks like any end'],
    ],
  },
]);
