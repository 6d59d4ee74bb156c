/** A project that somebody else wrote, with everything that its `agent.hcl` could reach. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ConnectProxy, startConnectProxy } from './connect-proxy.ts';
import { loadFixtureCases } from './fixture-cases.ts';
import { runAgent, temporaryFolder } from './run-agent.ts';
import { root } from './shared.ts';
import { testCertificate } from './tls-vendor.ts';
import { startWireServer, type WireServer } from './wire-server.ts';

/** Ports and files of one test. */
export interface Scene {
  /** Where `agent.hcl` lies. */
  readonly project: string;
  /** Outside of the project. */
  readonly folder: string;
  readonly canary: string;
  readonly vendor: WireServer;
  /** Speaks TLS with a certificate of the scene's own CA, and is `vendor.test` to the proxy. */
  readonly hidden: WireServer;
  /** Knows `vendor.test`, and the vendor's own host as somebody who answers without encryption. */
  readonly proxy: ConnectProxy;
  readonly caFile: string;
  readonly caDirectory: string;
  /** First word of what both servers say. */
  readonly answer: string;
}

/** One thing that an `agent.hcl` asks for. */
export interface TrustExample {
  readonly name: string;
  /** Kinds of its asks. */
  readonly kinds: readonly string[];
  config(scene: Scene): string;
  /** The same with another value, of the text or of a file behind it. */
  changed(config: string, scene: Scene): string;
  /** `PROVIDER/MODEL`. */
  readonly model: string;
  /** Variables of the user. */
  variables?(scene: Scene): Readonly<Record<string, string>>;
  /** Whether what it asks for has happened. */
  happened(scene: Scene): boolean;
  /** Words of the answer once it works. */
  says(scene: Scene): string;
}

export const environment = {
  E2E_KEY: 'sk-trust-test-key',
  AWS_SECRET_ACCESS_KEY: 'aws-secret-in-the-path',
};

async function openScene(): Promise<Scene> {
  const fixtures = loadFixtureCases(join(root, 'test', 'fixtures', 'wire', 'anthropic'));
  const fixture = fixtures.find(({ name }) => name === 'text');
  if (fixture === undefined) throw new Error('no recording of a text');
  const { response, expected } = fixture;
  const certificate = testCertificate('vendor.test');
  const vendor = await startWireServer(response);
  const hidden = await startWireServer(response, { tls: certificate.tls });
  const hosts = { 'vendor.test': hidden.port, 'api.anthropic.com': vendor.port };
  const proxy = await startConnectProxy({ hosts });
  onTestFinished(async () => {
    await Promise.all([vendor.close(), hidden.close(), proxy.close()]);
    certificate.remove();
  });
  const [project, folder] = [temporaryFolder(), temporaryFolder()];
  const { caFile, caDirectory } = certificate;
  const [answer = ''] = expected.text.split(' ');
  const canary = join(folder, 'canary');
  return { project, folder, canary, vendor, hidden, proxy, caFile, caDirectory, answer };
}

/** A cloned project, and somebody who works in it. */
export async function openProject(subject: TrustExample) {
  const scene = await openScene();
  const { project: cwd } = scene;
  const write = (next: string) => writeFileSync(join(cwd, 'agent.hcl'), next);
  const text = subject.config(scene);
  write(text);
  const home = temporaryFolder();
  const own = { ...environment, ...subject.variables?.(scene), HOME: home };
  const agent = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runAgent(args, { cwd, env: { ...own, ...more } });
  const ask = (...flags: readonly string[]) =>
    agent(['run', 'hello', '-m', subject.model, ...flags]);
  /** Another value of what is asked. */
  const change = () => write(subject.changed(text, scene));
  return { scene, cwd, home, own, agent, ask, write, change };
}

interface ListedAsk {
  readonly kind: string;
  readonly granted: boolean;
}

/** What `agent trust --json` lists. */
export function listed(json: string): readonly ListedAsk[] {
  return (JSON.parse(json) as { asks: readonly ListedAsk[] }).asks;
}
