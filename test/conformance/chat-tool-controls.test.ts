// In a file of its own, so that it runs beside the other controls.
import { toolControls } from '../fixtures/conformance/chat-tool-controls.ts';
import { describeControls } from './chat-run.ts';

describeControls(toolControls);
