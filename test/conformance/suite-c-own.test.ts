// Each in a file of its own runs beside the others: `suite-c-family.test.ts` has the rest.
import { CHAT_KITS } from '../support/chat-kits.ts';
import { describeBuiltIns } from './chat-run.ts';
import { FAMILY } from './chat-skips.ts';

describeBuiltIns(Object.keys(CHAT_KITS).filter((name) => !FAMILY.includes(name)));
