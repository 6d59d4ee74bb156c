/**
 * What each diagnostic id means, an example and the remedy: the text of `docs/diagnostics.md` and of
 * the rules in SARIF. A test loads every example and expects exactly its id.
 */
import type { DiagnosticCode } from './code.ts';

export interface Explanation {
  /** One or two sentences. */
  readonly meaning: string;
  /** A faulty `agent.hcl`, whole; or the situation, where no such text can show it. */
  readonly example: { readonly hcl: string } | { readonly situation: string };
  readonly remedy: string;
}

/** A sound start for examples. */
const PROVIDER = 'provider "anthropic" {\n  api_key = env("ANTHROPIC_API_KEY")\n}\n';

const hcl = (...lines: readonly string[]) => ({ hcl: `${lines.join('\n')}\n` });
const provider = (...lines: readonly string[]) =>
  hcl('provider "anthropic" {', ...lines.map((line) => `  ${line}`), '}');
const when = (situation: string) => ({ situation });
const schemaFault = 'A provider of your own describes its block with such an attribute.';
const schemaRemedy = 'Correct the schema in the provider; the file of its user is not at fault.';

export const EXPLANATIONS: Readonly<Record<DiagnosticCode, Explanation>> = {
  'config-not-found': {
    meaning: 'There is no configuration file where one is needed.',
    example: when('`agent validate --config missing.hcl`'),
    remedy: 'Check the path, or write a first file with `agent init`.',
  },
  'config-unreadable': {
    meaning:
      'The configuration file can not be read, or it must not be read because somebody else could have written it.',
    example: when(
      '`agent --config .`, a file without read permission, a loop of links, or an `agent.hcl` that everybody may write to.',
    ),
    remedy:
      'Follow the reason in the message. A file of another owner is read when it is named with `--config`.',
  },
  'config-not-utf8': {
    meaning: 'The file is not UTF-8 text, or it holds a NUL byte.',
    example: when('A file saved as UTF-16 or in an old 8-bit encoding.'),
    remedy: 'Save the file as UTF-8.',
  },
  'config-too-large': {
    meaning: 'The file is larger than 1 MiB.',
    example: when('A log file given as `--config`.'),
    remedy: 'Name the right file.',
  },
  'nesting-too-deep': {
    meaning: 'Blocks, brackets and templates are nested more than 200 levels deep.',
    example: when('An expression with 201 opening brackets.'),
    remedy: 'Nest less.',
  },
  'single-line-block': {
    meaning: 'A block on one line may hold at most one argument.',
    example: hcl('settings { log_level = "info", telemetry = false }'),
    remedy: 'Write every argument on a line of its own.',
  },
  'duplicate-attribute': {
    meaning: 'An argument is set twice in one block.',
    example: provider('base_url = "https://a.example"', 'base_url = "https://b.example"'),
    remedy: 'Remove one of the two.',
  },
  'quoted-argument-name': {
    meaning: 'The name of an argument stands in quotes.',
    example: provider('"base_url" = "https://a.example"'),
    remedy: 'Write the name without quotes. Only keys of objects may be quoted.',
  },
  'syntax-error': {
    meaning: 'The text is not HCL. Nothing else of the file is looked at until it is.',
    example: provider('base_url ='),
    remedy:
      'Follow the message; the place is where the parser stopped understanding, which may be behind the mistake.',
  },
  'unknown-block': {
    meaning: 'A block of this type is not expected here.',
    example: hcl('session {', '  max_turns = 10', '}'),
    remedy:
      'Correct the name, or move the block where it belongs. The message lists what is allowed.',
  },
  'top-level-attribute': {
    meaning: 'An argument stands outside of any block.',
    example: hcl('log_level = "info"'),
    remedy: 'Put it into the block it belongs to.',
  },
  'bad-block-labels': {
    meaning: 'A block has more or fewer labels than it takes.',
    example: hcl('provider {', '}'),
    remedy: 'Write the block as the message shows.',
  },
  'invalid-name': {
    meaning: 'The label of a block can not be used as a name.',
    example: hcl('agent_profile "" {', '}'),
    remedy: 'Use a name that the message allows.',
  },
  'duplicate-block': {
    meaning: 'A block is there twice where one is allowed. Blocks are never merged.',
    example: hcl(PROVIDER, PROVIDER),
    remedy: 'Merge the two by hand, or give the second another name.',
  },
  'unknown-attribute': {
    meaning: 'An argument or key of this name is not expected here.',
    example: provider('bse_url = "https://a.example"'),
    remedy: 'Correct the name; the message suggests the nearest one.',
  },
  'missing-attribute': {
    meaning: 'A required argument or key is not set.',
    example: hcl('policy "reads" {', '  match = { kind = "data_source" }', '}'),
    remedy: 'Set it.',
  },
  'missing-block': {
    meaning: 'A required block is not there.',
    example: hcl('agent_profile "default" {', '  model {', '  }', '}'),
    remedy: 'Add the block.',
  },
  'expected-block': {
    meaning: 'Something that is a block is written as an argument.',
    example: hcl('agent_profile "default" {', '  model = "claude-sonnet-5"', '}'),
    remedy: 'Write `name { … }` without an equals sign.',
  },
  'expected-attribute': {
    meaning: 'Something that is an argument is written as a block.',
    example: hcl(
      'policy "reads" {',
      '  match {',
      '    kind = "data_source"',
      '  }',
      '  action = "allow"',
      '}',
    ),
    remedy: 'Write `name = { … }` with an equals sign.',
  },
  'wrong-type': {
    meaning:
      'A value has the wrong type. Blocks of the program take exactly the type; blocks of providers convert as HCL does.',
    example: hcl('agent_profile "tiny" { max_turns = "5" }'),
    remedy: 'Write a value of the type that the message names.',
  },
  'not-integer': {
    meaning: 'A fraction stands where a whole number is needed.',
    example: hcl('agent_profile "tiny" { max_turns = 1.5 }'),
    remedy: 'Write a whole number.',
  },
  'out-of-range': {
    meaning: 'A number is outside of what is allowed, or so large that it would silently change.',
    example: hcl('agent_profile "tiny" { max_turns = 0 }'),
    remedy: 'Write a number in the range that the message names.',
  },
  'invalid-enum': {
    meaning: 'A text is not one of the values allowed here.',
    example: hcl(
      'policy "reads" {',
      '  match  = { kind = "data_source" }',
      '  action = "maybe"',
      '}',
    ),
    remedy: 'Use one of the values in the message.',
  },
  'null-value': {
    meaning: '`null` stands where a value is needed.',
    example: hcl('agent_profile "tiny" { max_turns = null }'),
    remedy: 'Leave the argument out, or give it a value.',
  },
  'duplicate-object-key': {
    meaning: 'A key is given twice in one object. HCL itself would silently take the last.',
    example: hcl(
      'policy "reads" {',
      '  match  = { kind = "resource", kind = "data_source" }',
      '  action = "allow"',
      '}',
    ),
    remedy: 'Remove one of the two.',
  },
  'env-not-allowed': {
    meaning: '`env("NAME")` is used where values of the environment are not allowed.',
    example: hcl(
      'policy "reads" {',
      '  match  = { provider = env("NAME") }',
      '  action = "allow"',
      '}',
    ),
    remedy: 'Write the value itself. `env` works in provider blocks and their `environment` block.',
  },
  'env-bad-call': {
    meaning: '`env` is not called with exactly one name in plain quotes.',
    example: provider('base_url = env("A", "B")'),
    remedy: 'Write `env("NAME")`.',
  },
  'env-unset': {
    meaning:
      'A variable that the file reads is not set. There is no default and no silent empty text.',
    example: provider('base_url = env("NOT_SET_ANYWHERE")'),
    remedy:
      'Set the variable before starting `agent`; it may be empty. To check a file on a machine without the secrets, use `agent validate --no-env`.',
  },
  'unknown-function': {
    meaning: 'A function is called that does not exist. The only function is `env`.',
    example: provider('base_url = upper("x")'),
    remedy: 'Write the value itself.',
  },
  'unknown-variable': {
    meaning: 'A bare word stands where a value is needed. There are no variables.',
    example: provider('base_url = hello'),
    remedy: 'Put text in quotes.',
  },
  'invalid-expression': {
    meaning:
      'An expression can not be evaluated: a wrong operand, a missing element, a division by zero.',
    example: provider('timeout_ms = 1 / 0'),
    remedy: 'Correct the part that the message marks.',
  },
  'env-name-empty': {
    meaning:
      'An entry of `environment` has an empty name. No file can say that; it guards other callers.',
    example: when('Not reachable from a file.'),
    remedy: 'Give the entry a name.',
  },
  'env-name-invalid': {
    meaning:
      'The name of an entry of `environment` holds `=` or a NUL character. No file can say that; it guards other callers.',
    example: when('Not reachable from a file.'),
    remedy: 'Use a name without them.',
  },
  'env-name-reserved': {
    meaning:
      'An entry of `environment` has a name that the program sets itself when it starts a provider.',
    example: provider('environment {', '  PLUGIN_MIN_PORT = "1"', '}'),
    remedy: 'Remove the entry.',
  },
  'env-value-not-string': {
    meaning: 'A value in `environment` is not a string. It is never turned into one.',
    example: provider('environment {', '  PORT = 8080', '}'),
    remedy: 'Put the value in quotes.',
  },
  'env-value-null': {
    meaning: 'A value in `environment` is `null`.',
    example: provider('environment {', '  PORT = null', '}'),
    remedy: 'Give it a string, or remove the entry.',
  },
  'env-value-invalid': {
    meaning: 'A value in `environment` holds a NUL character, which no variable can hold.',
    example: provider('environment {', '  PORT = "80\\u0000"', '}'),
    remedy: 'Remove the character.',
  },
  'unknown-provider': {
    meaning: 'Nothing implements a provider of this name.',
    example: hcl('provider "anthropc" {', '}'),
    remedy: 'Correct the name, or give the source of your own provider in `required_providers`.',
  },
  'invalid-source': {
    meaning: 'The source of a provider has none of the known forms.',
    example: hcl(
      'required_providers {',
      '  acme = { source = "https://github.com/acme/provider", version = "1.0" }',
      '}',
    ),
    remedy:
      'Write `github.com/OWNER/REPO` without scheme, a path that begins with `./`, `../` or `/`, or `npm:PACKAGE`.',
  },
  'invalid-version-constraint': {
    meaning: 'The version of a provider is no list of constraints.',
    example: hcl('required_providers {', '  acme = { source = "npm:acme", version = "^1.2" }', '}'),
    remedy: 'Use `=`, `!=`, `>`, `>=`, `<`, `<=` or `~>` and a version; join several with commas.',
  },
  'provider-version-mismatch': {
    meaning: 'The installed npm package of a provider is not of a version that the file asks for.',
    example: when('`version = "~> 1.2"`, and version 2.0.0 is in `node_modules`.'),
    remedy: 'Install a version that fits, or change the constraint.',
  },
  'thinking-not-supported': {
    meaning: 'A profile asks for a way of thinking that the model does not declare.',
    example: when(
      '`thinking_effort = "extreme"` for a model with the levels low, medium and high.',
    ),
    remedy: 'Use what the message lists, or leave the setting out.',
  },
  'not-trusted': {
    meaning:
      'The file asks for something that could run code or send a secret elsewhere, and you have not allowed it. With `--static` it is only a warning. `NODE_TLS_REJECT_UNAUTHORIZED` is refused whatever you allow. docs/trust.md lists what asks.',
    example: when('A cloned project whose `required_providers` names `./tools/provider.mjs`.'),
    remedy: 'Read what it asks. If you want it, run the command in the message.',
  },
  'secret-not-env': {
    meaning:
      'A secret is not written as exactly `env("NAME")`, so it could end up in version control or a log.',
    example: provider('api_key = "sk-not-a-real-key"'),
    remedy:
      'Move the value to an environment variable and write `env("NAME")`, with nothing around it.',
  },
  'schema-bad-name': {
    meaning: 'A provider advertises an attribute whose name is no identifier, or is there twice.',
    example: when(schemaFault),
    remedy: schemaRemedy,
  },
  'schema-bad-type': {
    meaning: 'A provider advertises an attribute of an unknown type.',
    example: when(schemaFault),
    remedy: schemaRemedy,
  },
  'schema-object-attributes': {
    meaning:
      'A provider advertises an object without attributes, or attributes of something that is no object.',
    example: when(schemaFault),
    remedy: schemaRemedy,
  },
  'schema-default-not-json': {
    meaning: 'A provider advertises a default that is not JSON.',
    example: when(schemaFault),
    remedy: schemaRemedy,
  },
  'schema-default-type': {
    meaning: 'A provider advertises a default of another type than the attribute.',
    example: when(schemaFault),
    remedy: schemaRemedy,
  },
  'schema-default-sensitive': {
    meaning: 'A provider advertises a default of a secret.',
    example: when(schemaFault),
    remedy: schemaRemedy,
  },
  'schema-default-required': {
    meaning: 'A provider advertises a default of a required attribute.',
    example: when(schemaFault),
    remedy: schemaRemedy,
  },
  'schema-sensitive-type': {
    meaning: 'A provider advertises a secret that is no string.',
    example: when(schemaFault),
    remedy: schemaRemedy,
  },
  'provider-start-failed': {
    meaning:
      'The process of a provider did not start: it is missing, not executable, printed something else than a handshake, or ended.',
    example: when('The file named as `source` is not executable.'),
    remedy: 'Follow the reason in the message; it ends with the last lines the provider wrote.',
  },
  'provider-invalid': {
    meaning: 'A provider declares something about itself that breaks the contract.',
    example: when('Two models with the same id.'),
    remedy: 'Report it to the author of the provider. `agent provider check` shows all of it.',
  },
  'configure-failed': {
    meaning: 'A provider refused its configuration.',
    example: when('An endpoint that needs a key, and no key.'),
    remedy: 'Follow the message, which is the words of the provider.',
  },
  'policy-conflict': {
    meaning: 'Two policies match exactly the same calls, so neither can win.',
    example: hcl(
      'policy "first" {',
      '  match  = { tool_name = "rm" }',
      '  action = "deny"',
      '}',
      '',
      'policy "second" {',
      '  match  = { tool_name = "rm" }',
      '  action = "ask"',
      '}',
    ),
    remedy: 'Remove one of them, or make one more specific.',
  },
  'malformed-tool-scope': {
    meaning: 'An entry of `tools` does not name a provider and a tool.',
    example: hcl('agent_profile "tiny" { tools = ["filesystem"] }'),
    remedy: 'Write `PROVIDER.TOOL`, or `PROVIDER.*` for all tools of a provider.',
  },
  'unknown-tool': {
    meaning: 'An entry of `tools` names a tool that its provider does not have.',
    example: hcl(PROVIDER, 'agent_profile "tiny" { tools = ["anthropic.read_file"] }'),
    remedy: 'Use a tool that the message lists.',
  },
  'unknown-hook-point': {
    meaning: 'The label of a `hook` block is not a point at which hooks run.',
    example: hcl('hook "post-tool" {', '  provider = "anthropic"', '  mode     = "observe"', '}'),
    remedy: 'Use one of the points in the message.',
  },
  'hook-point-unsupported': {
    meaning: 'The provider of a hook does not offer to be called at that point.',
    example: hcl(
      PROVIDER,
      'hook "session-end" {',
      '  provider = "anthropic"',
      '  mode     = "observe"',
      '}',
    ),
    remedy: 'Use a point that the provider supports, or another provider.',
  },
  'no-eligible-model': {
    meaning: 'None of the models that a run may use can serve it.',
    example: when('The only model of the profile can not look at images, and the prompt has one.'),
    remedy:
      'Name another model with `-m`, or add a fallback. The message gives the reason for each model.',
  },
  'lock-version-missing': {
    meaning: 'The lock file does not say which version of the format it has.',
    example: when('`.agent/agent.lock.hcl` without `lock_file_version`.'),
    remedy: 'Restore the file from version control.',
  },
  'lock-version-unsupported': {
    meaning: 'The lock file has a version of the format that this program does not know.',
    example: when('`lock_file_version = 2`'),
    remedy: 'Use a program that knows it.',
  },
  'lock-malformed': {
    meaning: 'The lock file does not have the form that the program writes.',
    example: when('A checksum that was edited by hand.'),
    remedy: 'Restore the file from version control; it is not meant to be edited.',
  },
  'lock-checksum-missing': {
    meaning: 'The lock file has no checksum for this platform.',
    example: when('A lock file written on Linux, used on macOS.'),
    remedy: 'Resolve the provider again on this platform.',
  },
  'lock-checksum-mismatch': {
    meaning: 'A build is not the one that was locked.',
    example: when('The package of a provider was published again with other content.'),
    remedy: 'Do not use the build unless you know why it changed.',
  },
  'policy-matches-everything': {
    meaning:
      'A policy has an empty `match`, so it decides every call that no other policy decides.',
    example: hcl('policy "all" {', '  match  = {}', '  action = "ask"', '}'),
    remedy: 'Nothing, if that is meant. Otherwise say what it is about.',
  },
  'profile-without-model': {
    meaning: 'A profile names no model.',
    example: hcl('agent_profile "tiny" { max_turns = 1 }'),
    remedy: 'Add a `model` block, or name a model with `-m`.',
  },
  'undeclared-provider': {
    meaning: 'A profile or hook names a provider that the file does not declare. It is skipped.',
    example: hcl('hook "session-end" {', '  provider = "audit"', '  mode     = "observe"', '}'),
    remedy: 'Declare the provider, or correct the name.',
  },
  'unknown-model': {
    meaning: 'A profile names a model that its provider does not have. It is skipped.',
    example: when('`id = "claude-sonet-5"`'),
    remedy: 'Correct the name, or declare a new model in `extra_models` of the provider.',
  },
  'policy-shadowed': {
    meaning:
      'A policy can never decide, because more specific ones together take every call it matches.',
    example: hcl(
      'policy "resources" {',
      '  match  = { kind = "resource" }',
      '  action = "ask"',
      '}',
      ...['read_only', 'low', 'moderate', 'high', 'critical'].flatMap((risk) => [
        '',
        `policy "${risk}" {`,
        `  match  = { risk = "${risk}" }`,
        '  action = "deny"',
        '}',
      ]),
    ),
    remedy: 'Remove it, or change what it matches.',
  },
  'source-served-by-built-in': {
    meaning:
      'A provider is named by the address of a repository, but nothing is downloaded: our own provider of that name runs.',
    example: hcl(
      'required_providers {',
      '  anthropic = { source = "github.com/acme/provider-anthropic", version = "~> 1.2" }',
      '}',
    ),
    remedy: 'Remove the entry, or give the path or npm package of the build you mean.',
  },
  'provider-not-required': {
    meaning: 'The file lists its providers in `required_providers`, but not this one.',
    example: hcl('required_providers {', '}', '', PROVIDER.trimEnd()),
    remedy: 'Add an entry, or remove the block.',
  },
  'internal-error': {
    meaning: 'The program contradicts itself. This is a fault of the program.',
    example: when('Two readers of the same file disagree about its structure.'),
    remedy: 'Report it, with the file if it holds nothing private.',
  },
  'bad-command-line': {
    meaning: 'The command line can not be understood.',
    example: when('`agent validate --formt json`'),
    remedy: 'Correct it; `agent validate --help` lists the flags.',
  },
};
