import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configNotFound, type FindOptions, findConfig } from '../../src/config/find.ts';
import { nodeFiles } from '../../src/host/node-files.ts';

let folder = '';
let options: FindOptions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-'));
  await mkdir(join(folder, 'work'));
  await mkdir(join(folder, 'user'));
  options = {
    userDirectory: join(folder, 'user'),
    workingDirectory: join(folder, 'work'),
    userId: process.getuid?.(),
    files: nodeFiles,
    stdin: chunks(),
  };
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function write(path: string, text = '# found\n'): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text, { mode: 0o644 });
}

async function find(rest: Partial<FindOptions> = {}) {
  const { value, diagnostics } = await findConfig({ ...options, ...rest });
  return {
    file: value?.file,
    root: value?.projectRoot,
    text: value && new TextDecoder().decode(value.bytes),
    codes: diagnostics.map(({ code }) => code),
    detail: diagnostics[0]?.detail ?? '',
  };
}

describe('without a path', () => {
  test('the file of the working directory comes first', async () => {
    await write('work/agent.hcl', '# project\n');
    await write('user/agent.hcl', '# user\n');

    expect(await find()).toMatchObject({
      file: 'agent.hcl',
      root: join(folder, 'work'),
      text: '# project\n',
    });
  });

  test('then the file of the user, whose directory becomes the project root', async () => {
    await write('user/agent.hcl', '# user\n');

    expect(await find()).toMatchObject({
      file: join(folder, 'user', 'agent.hcl'),
      root: join(folder, 'user'),
      text: '# user\n',
    });
  });

  test('a parent directory is never searched', async () => {
    await write('agent.hcl', '# planted\n');

    expect(await find()).toMatchObject({ file: undefined, codes: [] });
  });

  test('a file that everybody may write to is refused', async () => {
    await write('work/agent.hcl');
    await chmod(join(folder, 'work', 'agent.hcl'), 0o666);

    const found = await find();

    expect(found.codes).toEqual(['config-unreadable']);
    expect(found.detail).toContain('chmod o-w agent.hcl');
  });

  test('a file of another user is refused, one of root is not', async () => {
    await write('work/agent.hcl');
    const info = await nodeFiles.info(join(folder, 'work', 'agent.hcl'));
    const ownedBy = (ownerId: number) => ({
      ...nodeFiles,
      info: async () => ({ ...info, ownerId }),
    });

    expect((await find({ files: ownedBy(4242), userId: 1000 })).codes).toEqual([
      'config-unreadable',
    ]);
    expect((await find({ files: ownedBy(0), userId: 1000 })).codes).toEqual([]);
    expect((await find({ files: ownedBy(1000), userId: 1000 })).codes).toEqual([]);
  });
});

describe('with a path', () => {
  test('it is named as given and found from the working directory', async () => {
    await write('work/sub/my.hcl');

    expect(await find({ path: 'sub/my.hcl' })).toMatchObject({
      file: 'sub/my.hcl',
      root: join(folder, 'work', 'sub'),
      codes: [],
    });
  });

  test('whose it is does not matter', async () => {
    await write('work/my.hcl');
    await chmod(join(folder, 'work', 'my.hcl'), 0o666);

    expect((await find({ path: 'my.hcl', userId: 4242 })).codes).toEqual([]);
  });

  test.each(['missing.hcl', 'missing/agent.hcl', 'file/agent.hcl'])(
    '%s does not exist',
    async (path) => {
      await write('work/file');

      const found = await find({ path });

      expect(found.codes).toEqual(['config-not-found']);
      expect(found.detail).toContain(path);
    },
  );

  test('a directory holds agent.hcl for validate', async () => {
    await write('work/sub/agent.hcl');

    expect(await find({ path: 'sub', takesDirectory: true })).toMatchObject({
      file: 'sub/agent.hcl',
      codes: [],
    });
  });

  test('a directory without agent.hcl has none', async () => {
    const found = await find({ path: '.', takesDirectory: true });

    expect(found.codes).toEqual(['config-not-found']);
    expect(found.detail).toContain('agent.hcl');
  });

  test('a directory is no file for other commands', async () => {
    const found = await find({ path: '.' });

    expect(found.codes).toEqual(['config-unreadable']);
    expect(found.detail).toContain('directory');
  });

  test('a link in a project is read only when it is named', async () => {
    await write('elsewhere/real.hcl');
    await symlink(join('..', 'elsewhere', 'real.hcl'), join(folder, 'work', 'agent.hcl'));

    const found = await find();
    const named = await find({ path: 'agent.hcl' });

    expect(found.codes).toEqual(['config-unreadable']);
    expect(found.detail).toContain('name it with --config');
    expect(named.text).toBe('# found\n');
  });

  test('a project behind a linked directory is read', async () => {
    await write('work/agent.hcl');
    await symlink('work', join(folder, 'linked'));

    const found = await find({ workingDirectory: join(folder, 'linked') });

    expect(found.text).toBe('# found\n');
  });

  test('a loop of links is named with the error of the system', async () => {
    await symlink('b.hcl', join(folder, 'work', 'a.hcl'));
    await symlink('a.hcl', join(folder, 'work', 'b.hcl'));

    const found = await find({ path: 'a.hcl' });

    expect(found.codes).toEqual(['config-unreadable']);
    expect(found.detail).toContain('ELOOP');
  });

  test.skipIf(process.getuid?.() === 0)(
    'a file without permission is named with the error of the system',
    async () => {
      await write('work/a.hcl');
      await chmod(join(folder, 'work', 'a.hcl'), 0);

      const found = await find({ path: 'a.hcl' });

      expect(found.codes).toEqual(['config-unreadable']);
      expect(found.detail).toContain('EACCES');
    },
  );

  test('a device that never ends is refused', async () => {
    const found = await find({ path: '/dev/zero' });

    expect(found.codes).toEqual(['config-unreadable']);
    expect(found.detail).toContain('"-"');
  });

  test('a file of 1 MiB is read, one byte more is too large', async () => {
    await write('work/a.hcl', '#'.repeat(1024 * 1024));
    await write('work/b.hcl', '#'.repeat(1024 * 1024 + 1));

    expect((await find({ path: 'a.hcl' })).codes).toEqual([]);
    expect(await find({ path: 'b.hcl' })).toMatchObject({
      codes: ['config-too-large'],
      detail: expect.stringMatching(/b\.hcl has 1048577 bytes; at most 1048576/),
    });
  });

  test('a file that grows while it is read is too large as well', async () => {
    await write('work/a.hcl');
    const files = { ...nodeFiles, read: async () => new Uint8Array(1024 * 1024 + 1) };

    expect((await find({ path: 'a.hcl', files })).codes).toEqual(['config-too-large']);
  });
});

describe('standard input', () => {
  test('is read whole, and the working directory is the project root', async () => {
    expect(await find({ path: '-', stdin: chunks('# a', '\n# b\n') })).toMatchObject({
      file: '<stdin>',
      root: join(folder, 'work'),
      text: '# a\n# b\n',
    });
  });

  test('is not read to its end when it is too large', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given += 1;
        yield new Uint8Array(512 * 1024);
      }
    }

    expect((await find({ path: '-', stdin: endless() })).codes).toEqual(['config-too-large']);
    expect(given).toBe(3);
  });
});

test('a command that needs a file says where it looked and what to do', () => {
  const [diagnostic] = configNotFound(options).diagnostics;

  expect(diagnostic?.code).toBe('config-not-found');
  expect(diagnostic?.detail).toContain(join(folder, 'user', 'agent.hcl'));
  expect(diagnostic?.detail).toContain('agent init');
});
