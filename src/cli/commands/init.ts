import { join } from 'node:path';
import { firstConfigText, firstVendors } from '../../config/first-config.ts';
import type { InitArguments } from '../arguments.ts';
import { bestModel } from '../best-model.ts';
import { builtIns } from '../built-ins.ts';
import type { CommandContext } from '../command-context.ts';
import { writeInProject } from '../write-in-project.ts';

const FILE_NAME = 'agent.hcl';

/** `agent init`: a first `agent.hcl` that validates, for the vendors whose keys are set now. */
export async function init(args: InitArguments, { host }: CommandContext): Promise<number> {
  const path = join(host.workingDirectory, FILE_NAME);
  const exists = await host.files.info(path).then(
    () => true,
    () => false,
  );
  if (exists && !args.force) {
    await host.stderr.write(`Error: ${FILE_NAME} is there already; --force replaces it.\n`);
    return 1;
  }
  const modelOf = (provider: string) => bestModel(builtIns.get(provider)?.models ?? []);
  const text = firstConfigText(firstVendors(host.environment, modelOf), modelOf('example') ?? '');
  const fault = await writeInProject(host, path, text);
  if (fault !== undefined) {
    await host.stderr.write(`Error: ${FILE_NAME} was not written: ${fault}.\n`);
    return 1;
  }
  await host.stdout.write(
    `Wrote ${FILE_NAME}. Check it with "agent validate", then ask: agent run "Hello"\n`,
  );
  return 0;
}
