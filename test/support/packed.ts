/** The package as it is published, and a stranger's folder that depends on it alone. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './shared.ts';

const run = promisify(execFile);

/** What the package is made from: everything tracked but tests, and no earlier build. */
const SOURCES = [
  'package.json',
  'tsconfig.json',
  'README.md',
  'LICENSE',
  'agent.hcl.example',
  'docs',
  'providers',
  'schemas',
  'src',
];

/** A new folder outside the repository. */
export function outsideFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'agent-outside-'));
}

/**
 * Runs `npm pack`, with the build it triggers, in a copy of the sources, so that the tests beside
 * this one keep their build.
 *
 * @returns Absolute path of the tarball, inside `folder`.
 */
export async function packPackage(folder: string): Promise<string> {
  const copy = join(folder, 'sources');
  await mkdir(copy);
  for (const name of SOURCES) await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await run('npm', ['pack', '--offline', '--pack-destination', folder], { cwd: copy });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack wrote no tarball');
  return join(folder, tarball);
}

/**
 * Installs the tarball into `<folder>/node_modules` as npm would, without asking a registry: the
 * package itself is unpacked, and only what it declares as its dependencies is linked beside it.
 *
 * @param tools - Packages that the folder's own build needs.
 * @returns Absolute path of the installed package.
 */
export async function installTarball(
  tarball: string,
  folder: string,
  tools: readonly string[],
): Promise<string> {
  const installed = join(folder, 'node_modules', 'agent-hcl');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(manifest.dependencies), ...tools]) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, 'node_modules', name), link);
  }
  return installed;
}

/** Copies the example provider and adds what a package of its own has. */
export async function copyExample(folder: string): Promise<void> {
  await cp(join(root, 'providers', 'example'), join(folder, 'src'), { recursive: true });
  const manifest = { name: 'acme', private: true, type: 'module' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    rewriteRelativeImportExtensions: true,
    rootDir: 'src',
    outDir: 'build',
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  );
}

/** Every public name of the package that code may import. */
const PUBLIC = [
  'sdk',
  'sdk/chat-completions',
  'sdk/responses',
  'sdk/testing',
  'conformance',
  'conformance/vitest',
];

/**
 * Adds a folder `test` with the provider of the tutorial and the test it ends with, beside a file that
 * imports all the package offers.
 *
 * @returns Absolute path of the folder, which compiles by itself.
 */
export async function addAuthorsTest(folder: string): Promise<string> {
  const tests = join(folder, 'test');
  const tutorial = join(root, 'test', 'fixtures', 'tutorial');
  await mkdir(tests);
  await cp(join(tutorial, 'provider.ts'), join(tests, 'provider.ts'));
  await cp(join(tutorial, 'suite.ts'), join(tests, 'acme.test.ts'));
  const imports = PUBLIC.map((name, index) => `import * as p${index} from 'agent-hcl/${name}';\n`);
  const names = PUBLIC.map((_, index) => `p${index}`);
  await writeFile(
    join(tests, 'everything.ts'),
    `${imports.join('')}\nexport const everything = [${names.join(', ')}];\n`,
  );
  const compilerOptions = { rootDir: '.', noEmit: true, exactOptionalPropertyTypes: true };
  const project = { extends: '../tsconfig.json', compilerOptions, include: ['.'] };
  await writeFile(join(tests, 'tsconfig.json'), JSON.stringify(project));
  return tests;
}

/** Compiles the folder; a rejection carries the compiler's messages. */
export async function compile(folder: string): Promise<void> {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [compiler, '-p', folder], { cwd: folder }).catch((error) => {
    throw new Error(`tsc: ${error.stdout}`, { cause: error });
  });
}
