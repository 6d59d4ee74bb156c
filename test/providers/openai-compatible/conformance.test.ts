import { type Lack, providerConformance } from '../../support/provider-conformance.ts';
import {
  llamacppDialect,
  mistralDialect,
  plainResponsesDialect,
} from '../../support/vendor-dialects/openai-compatible.ts';

const provider = 'openai-compatible';

const LACKS: readonly Lack[] = [
  ['W-11', 'no model has a budget', 'no server of the family has one'],
  ['W-15', 'no model has two tiers', 'no server of the family has them'],
  ['W-21', 'none declared', 'no prompt is expanded'],
  ['W-23', 'none declared', 'no hook is offered'],
  ['W-45', 'every model with tools declares parallel calls', 'what calls may call twice'],
  ['W-47', 'no such block produced', 'reasoning is plain'],
  ['W-58', 'no model declares explicit markers', 'caching is automatic'],
  ['W-62', 'the vendor does not say which sequence was hit', 'the family has no such field'],
];

providerConformance([
  {
    name: 'openai-compatible, llama.cpp',
    provider,
    dialect: llamacppDialect,
    lacks: [
      ...LACKS,
      ['W-48', 'none published', 'a server of one user has no budgets'],
      ['W-53', 'every model declares it', 'the one model takes images'],
      ['W-54', 'every model declares it', 'the one model takes documents'],
      ['W-55', 'every model declares it', 'the one model uses tools'],
    ],
  },
  {
    name: 'openai-compatible, Mistral',
    provider,
    dialect: mistralDialect,
    lacks: [
      ...LACKS,
      ['W-56', 'document: no model declares it', 'the server does not say that it takes them'],
      ['W-71 (warning)', 'CountTokens is not offered', 'the server does not count'],
      ['W-72', 'the vendor does not count', 'as W-71'],
    ],
  },
  {
    name: 'openai-compatible, Responses of an unknown server',
    provider,
    dialect: plainResponsesDialect,
    lacks: [
      ...LACKS,
      ['W-48', 'none published', 'nothing is known of such a server'],
      ['W-53', 'every model declares it', 'the one model takes images'],
      ['W-54', 'every model declares it', 'the one model takes documents'],
      ['W-55', 'every model declares it', 'the one model uses tools'],
      ['W-71 (warning)', 'CountTokens is not offered', 'the server does not count'],
      ['W-72', 'the vendor does not count', 'as W-71'],
    ],
  },
]);
