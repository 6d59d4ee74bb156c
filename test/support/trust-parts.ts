/** Pieces of an `agent.hcl` of somebody else, and programs that leave a trace when they run. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shared.ts';
import type { Scene } from './trust-scene.ts';

/** A machine that is this one, but not by a name that counts as loopback. */
export const ELSEWHERE = '[::ffff:127.0.0.1]';
export const MODEL = 'anthropic/claude-haiku-4-5';

export function anthropic(baseUrl: string, more = ''): string {
  return `provider "anthropic" {\n  api_key  = env("E2E_KEY")\n  base_url = "${baseUrl}"\n${more}}\n`;
}

export function variables(entries: Readonly<Record<string, string>>): string {
  const lines = Object.entries(entries).map(([name, value]) => `    ${name} = "${value}"\n`);
  return `  environment {\n${lines.join('')}  }\n`;
}

/** A module that leaves a trace when it is loaded. */
export function canaryModule({ folder, canary }: Scene): string {
  const path = join(folder, 'canary.mjs');
  writeFileSync(
    path,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(canary)}, '');\n`,
  );
  return path;
}

export const wasLoaded = ({ canary }: Scene) => existsSync(canary);
export const wasAsked = ({ vendor, hidden, proxy }: Scene) =>
  vendor.requests.length + hidden.requests.length > 0 ||
  proxy.tunnels.length + proxy.forwarded.length > 0;
export const asVendor = ({ answer }: Scene) => answer;
export const asCommandLine = () => 'hi from the command line';

/** Stands for the vendor's command line, and leaves its environment as a trace. */
export function commandLine({ folder, canary }: Scene, name: string): string {
  const path = join(folder, name);
  const answer = { type: 'result', subtype: 'success', is_error: false, session_id: 's' };
  const lines = [
    '#!/bin/sh',
    `env > '${canary}'`,
    'cat > /dev/null',
    `echo '${JSON.stringify({ ...answer, result: asCommandLine() })}'`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o755 });
  return path;
}

/** A build that leaves a trace when it is started. */
export function foreignBuild(scene: Scene, path: string): string {
  const program = join(root, 'dist', 'providers', 'example.js');
  const lines = [canaryModule(scene), program].map((each) => `import ${JSON.stringify(each)};\n`);
  writeFileSync(path, lines.join(''));
  return path;
}

export const foreign = (source: string) =>
  `required_providers {\n  acme = { source = "${source}" }\n}\n`;
export const PACKAGE = join('node_modules', 'acme');

export const settings = (endpoint: string) => `settings {
  default_frontend = ""
  log_level        = "info"
  telemetry        = true
  observability {
    endpoint           = "${endpoint}"
    protocol           = "grpc"
    sampling_ratio     = 1
    traces_enabled     = true
    metrics_enabled    = true
    logs_enabled       = true
    export_interval_ms = 1000
    service_name       = "agent"
  }
}
`;
