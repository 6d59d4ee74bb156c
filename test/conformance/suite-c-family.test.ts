// The providers that speak the interfaces of one family of vendors.
import { describeBuiltIns } from './chat-run.ts';
import { FAMILY } from './chat-skips.ts';

describeBuiltIns(FAMILY);
