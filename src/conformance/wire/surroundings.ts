/** HS-08, HS-09, HS-11 and HS-13: encryption, standard input, held streams and sockets. */
import { join } from 'node:path';
import type { ChildInput } from '../../host/host.ts';
import { agreeOnSecurity } from '../../plugin/channel-security.ts';
import { Connection } from '../../plugin/connect.ts';
import { createCertificate } from '../../protocol/certificate.ts';
import { modelMethods } from '../../protocol/grpc-methods.ts';
import { LAUNCH_VARIABLES } from '../../protocol/handshake.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import type { OpenProgram } from '../open-program.ts';
import { PROMPT_MS, processCheck } from './process-check.ts';
import { type ProgramDrive, running } from './program-drive.ts';
import type { WireSession } from './wire-session.ts';

const encrypts = processCheck(
  {
    id: 'HS-08',
    name: 'asked for mutual TLS it pins our certificate and names its own',
    level: 'MUST',
    needs: ['HS-01'],
  },
  async (drive, session) => {
    const secure = await drive.open({ tls: 'always' });
    if (secure.type === 'failed') {
      const [, , , , , certificate = ''] = secure.output.stdout().trim().split('|');
      if (certificate !== '') return [violation('', 'asked for mutual TLS it can not be reached')];
      // The kernel does not speak in plaintext where others can connect.
      const isLost =
        running(drive).network === 'tcp' ? ', so on its port it is used by nobody' : '';
      return [skipped(`the provider offers no TLS${isLost}`)];
    }
    try {
      return await encryptionFaults(secure, session);
    } finally {
      await secure.close();
    }
  },
);

async function encryptionFaults(
  secure: OpenProgram,
  { clock }: WireSession,
): Promise<readonly Remark[]> {
  const [, , , , , certificate = ''] = secure.output.stdout().split('|');
  if (certificate.includes('=')) return [violation('', 'its certificate is padded base64')];
  const own = await secure.connection.unary(modelMethods.describe, {}, PROMPT_MS);
  if (own.type !== 'ok') return [violation('', 'it does not answer over TLS')];
  const stranger = createCertificate({ nowMs: clock.now(), commonName: 'stranger' });
  const agreed = agreeOnSecurity(stranger, secure.handshake);
  if (agreed.type === 'refused') return [violation('', agreed.detail)];
  const connection = new Connection({
    provider: 'stranger',
    handshake: secure.handshake,
    security: agreed.security,
    clock,
    log: () => {},
  });
  try {
    const answer = await connection.unary(modelMethods.describe, {}, PROMPT_MS);
    return answer.type === 'ok' ? [violation('', 'it answers a client it does not know')] : [];
  } finally {
    connection.close();
  }
}

const leavesInput = processCheck(
  {
    id: 'HS-09',
    name: 'it reads nothing from stdin, and does not end with it',
    level: 'MUST',
    needs: ['HS-01'],
  },
  async (drive) => {
    const [directory = ''] = running(drive).output.directories;
    const path = join(directory, 'stdin');
    await drive.files.writeAtomically(path, INPUT, 0o600);
    const closed = await runWith(drive, { type: 'empty' });
    if (!closed.isAlive) return [violation('', 'it does not answer when stdin is closed')];
    const { isAlive, unreadBytes } = await runWith(drive, { type: 'file', path });
    if (!isAlive) return [violation('', 'it does not answer when stdin holds something')];
    return unreadBytes === INPUT.length ? [] : [violation('', 'it reads from stdin')];
  },
);

/** What somebody might type, or a script hold below the command. */
const INPUT = 'quit\n\nexit\n';

/** Whether it answers with this stdin, and what it leaves of it. */
async function runWith(drive: ProgramDrive, input: ChildInput) {
  const other = await drive.open({}, input);
  if (other.type === 'failed') return { isAlive: false, unreadBytes: undefined };
  const answers = [
    await other.connection.unary(modelMethods.describe, {}, PROMPT_MS),
    await other.connection.unary(modelMethods.getCapabilities, {}, PROMPT_MS),
  ];
  await other.close();
  const { end } = other.process;
  return {
    isAlive: answers.every(({ type }) => type === 'ok'),
    unreadBytes: end?.type === 'exited' ? end.unreadInputBytes : undefined,
  };
}

const holdsStreams = processCheck(
  {
    id: 'HS-11',
    name: 'the broker stream stays open as long as the host holds it',
    level: 'MUST',
    needs: ['HS-01'],
  },
  async (drive) => {
    const status = running(drive).connection.brokerStatus();
    return status === undefined
      ? []
      : [violation('', `StartStream ended with status ${status.code}`)];
  },
);

const placesSockets = processCheck(
  {
    id: 'HS-13',
    name: 'its socket is where the host wants it, and never on a path that is cut',
    level: 'SHOULD',
    needs: ['HS-01'],
  },
  async (drive) => {
    const { network, address, output } = running(drive);
    if (network !== 'unix') return [skipped('it listens on TCP')];
    const [directory] = output.directories;
    if (directory === undefined || !address.startsWith(`${directory}/`)) {
      return [violation('', 'its socket is not in PLUGIN_UNIX_SOCKET_DIR')];
    }
    const long = join(directory, 'x'.repeat(150));
    await drive.files.makeDirectory(long, 0o700);
    const edits = { [LAUNCH_VARIABLES.socketDirectory]: long };
    const { stdout, stderr, end } = await drive.runBriefly(edits, PROMPT_MS);
    const isRefused = stdout === '' && end?.type === 'exited' && end.exitCode !== 0;
    return isRefused && stderr.trim() !== ''
      ? []
      : [violation('', 'in a directory that makes the path too long it does not end with words')];
  },
);

/** Before the calls of the contract. */
export const surroundingChecks = [encrypts, leavesInput, placesSockets] as const;

/** While the main process still runs. */
export const heldChecks = [holdsStreams] as const;
