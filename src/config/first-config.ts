/** The text of a first `agent.hcl`. */
import type { Environment } from '../host/host.ts';

/** Built-in providers with the variables under which people keep their keys, by preference. */
const KEY_VARIABLES: readonly {
  readonly provider: string;
  readonly variables: readonly string[];
}[] = [
  { provider: 'anthropic', variables: ['ANTHROPIC_API_KEY'] },
  { provider: 'openai', variables: ['OPENAI_API_KEY'] },
  { provider: 'google', variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
  { provider: 'xai', variables: ['XAI_API_KEY'] },
  { provider: 'openrouter', variables: ['OPENROUTER_API_KEY'] },
];

const OFFLINE_PROVIDER = 'example';

/** A vendor whose key is at hand. */
export interface FirstVendor {
  /** Name of the built-in provider. */
  readonly provider: string;
  /** Set and not empty; its value is never looked at otherwise. */
  readonly keyVariable: string;
  readonly modelId: string;
}

/**
 * The vendors whose key variables are set now.
 *
 * @param modelOf - The model to begin with; `undefined` for a provider that is not built in.
 */
export function firstVendors(
  environment: Environment,
  modelOf: (provider: string) => string | undefined,
): readonly FirstVendor[] {
  return KEY_VARIABLES.flatMap(({ provider, variables }) => {
    const keyVariable = variables.find((variable) => (environment[variable] ?? '') !== '');
    const modelId = modelOf(provider);
    const isUsable = keyVariable !== undefined && modelId !== undefined;
    return isUsable ? [{ provider, keyVariable, modelId }] : [];
  });
}

/**
 * Writes a configuration for these vendors, the first one as primary; without any, one for the
 * offline provider. It asks for nothing that `agent trust` would have to grant.
 *
 * @param offlineModel - Model of the offline provider.
 */
export function firstConfigText(vendors: readonly FirstVendor[], offlineModel: string): string {
  const offline = { provider: OFFLINE_PROVIDER, modelId: offlineModel };
  const [primary = offline, ...others] = vendors;
  const providers = vendors.length === 0 ? OFFLINE_BLOCK : vendors.map(providerBlock).join('\n');
  return `${HEADER}\n${providers}\n${profileBlock(primary, others)}`;
}

const HEADER = `# What agent runs, and with which models. Check this file with: agent validate
# Keys are never written here, only the names of the variables that hold them.
`;

const OFFLINE_BLOCK = `# Answers offline, after a script. For a real model set the key variable of a vendor, such as
# ANTHROPIC_API_KEY, and run: agent init --force
provider "${OFFLINE_PROVIDER}" {}
`;

function providerBlock({ provider, keyVariable }: FirstVendor): string {
  return `provider "${provider}" {
  api_key = env("${keyVariable}")
}
`;
}

interface Choice {
  readonly provider: string;
  readonly modelId: string;
}

function profileBlock(primary: Choice, others: readonly Choice[]): string {
  return `agent_profile "default" {
  model {
    primary {
${choiceLines(primary, '      ')}
    }
${others.map(fallbackComment).join('')}  }
}
`;
}

/** Commented out: whether a conversation may go to another vendor is for the user to say. */
function fallbackComment(choice: Choice): string {
  return `
    # Asked when the model above can not serve:
    # fallback {
${choiceLines(choice, '    #   ')}
    # }
`;
}

function choiceLines({ provider, modelId }: Choice, indent: string): string {
  return `${indent}provider = ${JSON.stringify(provider)}\n${indent}id       = ${JSON.stringify(modelId)}`;
}
