/** The advertised capabilities, for checks of one declaration each. */
import type {
  Capabilities,
  ModelSpec,
} from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import type { Check } from '../check.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import { statusText } from './status.ts';
import type { DeclarationContext, WireOutcome } from './wire-context.ts';

/** Why a call gave no value. */
export function describeFailure(outcome: Exclude<WireOutcome<unknown>, { type: 'ok' }>): string {
  return outcome.type === 'unreadable' ? outcome.reason : statusText(outcome.failure);
}

/** Reads the capabilities, or says what is wrong; checks that need them list `W-03`. */
export async function readCapabilities(
  context: DeclarationContext,
): Promise<Capabilities | readonly Remark[]> {
  const outcome = await context.client.getCapabilities();
  if (outcome.type !== 'ok') return [violation('', `GetCapabilities: ${describeFailure(outcome)}`)];
  const { capabilities } = outcome.value;
  return capabilities ?? [violation('', 'the response holds no capabilities')];
}

type Declaration = Pick<Check<DeclarationContext>, 'id' | 'name' | 'level'>;

/** A check of the capabilities as a whole. */
export function capabilityCheck(
  declaration: Declaration,
  judge: (capabilities: Capabilities, context: DeclarationContext) => readonly Remark[],
): Check<DeclarationContext> {
  return {
    ...declaration,
    needs: ['W-03'],
    async run(context) {
      const capabilities = await readCapabilities(context);
      return 'models' in capabilities ? judge(capabilities, context) : capabilities;
    },
  };
}

/** A check of every model; `judge` returns claims that do not hold, or `undefined` where it is mute. */
export function modelCheck(
  declaration: Declaration,
  judge: (model: ModelSpec, context: DeclarationContext) => readonly string[] | undefined,
  muteReason = '',
): Check<DeclarationContext> {
  return capabilityCheck(declaration, ({ models }, context) => {
    const verdicts = models.map((model) => ({ id: model.id, faults: judge(model, context) }));
    if (muteReason !== '' && verdicts.every(({ faults }) => faults === undefined)) {
      return [skipped(muteReason)];
    }
    return verdicts.flatMap(({ id, faults = [] }) => faults.map((fault) => violation(id, fault)));
  });
}

/** The texts of claims that do not hold. */
export function unmet(...claims: readonly (readonly [holds: boolean, fault: string])[]) {
  return claims.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}

export function duplicates<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
