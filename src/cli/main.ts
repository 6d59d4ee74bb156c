/** The program: host in, exit code out. */
import process from 'node:process';
import { nodeHost, settleColors } from '../host/node-host.ts';
import { runProgram } from './program.ts';

settleColors();
const host = nodeHost();

// The exit code is set and the process left to end, so that no byte that waits in a pipe is lost.
void runProgram(process.argv.slice(2), host, process, (code) => process.exit(code)).then((code) => {
  process.exitCode = code;
});
