import { type Lack, providerConformance, sayHello } from '../../support/provider-conformance.ts';
import { openaiChatDialect, openaiResponsesDialect } from '../../support/vendor-dialects/openai.ts';

const provider = 'openai';

/** Left out where a model reasons, and the log says so. */
const request = sayHello({ stopSequences: ['agent-conformance-never'] });

const LACKS: readonly Lack[] = [
  ['W-11', 'no model has a budget', 'reasoning is chosen by effort'],
  ['W-19', 'the roster is built in', "the vendor's list has neither limits nor prices"],
  ['W-21', 'none declared', 'no prompt is expanded'],
  ['W-23', 'none declared', 'no hook is offered'],
  ['W-33', 'no required attributes', 'a private address needs no key'],
  ['W-45', 'every model with tools declares parallel calls', 'the vendor makes them'],
  ['W-47', 'no such block produced', 'encrypted reasoning is the signature of a thought'],
  ['W-53', 'every model declares it', 'every model takes images'],
  ['W-54', 'every model declares it', 'every model takes documents'],
  ['W-55', 'every model declares it', 'every model uses tools'],
  ['W-58', 'no model declares explicit markers', 'caching is automatic'],
  ['W-62', 'the vendor does not say which sequence was hit', 'it has no such field'],
];

providerConformance([
  {
    name: 'openai, Responses',
    provider,
    dialect: openaiResponsesDialect,
    request,
    lacks: [...LACKS, ['W-60', 'no option is a whole number', 'only chat takes a seed']],
  },
  {
    name: 'openai, Chat Completions',
    provider,
    dialect: openaiChatDialect,
    request,
    lacks: [
      ...LACKS,
      ['W-46', 'no thinking produced', 'chat never shows reasoning'],
      ['W-71 (warning)', 'CountTokens is not offered', 'the vendor counts Responses alone'],
      ['W-72', 'the vendor does not count', 'as W-71'],
    ],
  },
]);
