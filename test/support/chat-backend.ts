/** The backends of suite C: a local HTTP server with a vendor's bytes. */
import type {
  BackendAnswer,
  ChatBackend,
  FailureStatus,
  SeenRequest,
} from '../../src/conformance/chat/chat-subject.ts';
import { type PlayedResponse, type RecordedRequest, startWireServer } from './wire-server.ts';

/** One vendor's way to answer and to be asked. */
export interface ChatDialect {
  /** The whole answer, with its end. */
  readonly prose: PlayedResponse;
  /** Bytes that stand in the answer's first piece of text, and nowhere before it. */
  readonly firstPiece: string;
  /** See `calls` of `BackendAnswer`; absent: it calls no tools. */
  readonly calls?: PlayedResponse | undefined;
  readonly failures: Readonly<Record<FailureStatus, PlayedResponse>>;
  readonly tooLong: PlayedResponse;
  /** Reads the body of a completion. */
  read(body: string): Omit<SeenRequest, 'raw' | 'envelope'>;
  /** Answers what is no completion: a list of models, a token count. Default: 404. */
  readonly other?: ((request: RecordedRequest) => PlayedResponse) | undefined;
  isCompletion(request: RecordedRequest): boolean;
}

export interface HttpBackend extends ChatBackend {
  readonly url: string;
  close(): Promise<void>;
}

export async function startHttpBackend(dialect: ChatDialect): Promise<HttpBackend> {
  let answer: BackendAnswer = 'prose';
  const completions: RecordedRequest[] = [];
  const held: Promise<void>[] = [];
  const server = await startWireServer((request) => {
    if (!dialect.isCompletion(request)) return dialect.other?.(request) ?? { status: 404 };
    completions.push(request);
    if (answer === 'half' || answer === 'hang') held.push(request.closed);
    const response = responseOf(answer, dialect);
    if (answer === 'calls') answer = 'prose';
    return response;
  });
  return {
    url: server.url,
    play: (next) => {
      answer = next;
    },
    requests: () =>
      completions.map(({ path, headers, body }) => ({
        ...dialect.read(body),
        raw: body,
        envelope: JSON.stringify({ path, headers }),
      })),
    idle: async () => void (await Promise.all(held)),
    close: () => server.close(),
  };
}

function responseOf(answer: BackendAnswer, dialect: ChatDialect): PlayedResponse {
  switch (answer) {
    case 'prose':
      return dialect.prose;
    case 'value':
      return { ...dialect.prose, body: textOf(dialect.prose).replaceAll('json}', 'true}') };
    case 'half':
      return { ...dialect.prose, body: firstPieceOf(dialect), ending: 'hang' };
    case 'broken':
      return { ...dialect.prose, body: firstPieceOf(dialect), ending: 'reset' };
    case 'late-failure':
      return { ...dialect.prose, ending: 'reset' };
    case 'hang':
      return { instead: 'hang' };
    case 'calls':
      return dialect.calls ?? dialect.prose;
    case 'too-long':
      return dialect.tooLong;
    default:
      return dialect.failures[answer];
  }
}

function textOf({ body = '' }: PlayedResponse): string {
  return Buffer.from(body).toString('utf8');
}

/** To the end of the line, or of the event, that holds the first piece. */
function firstPieceOf({ prose, firstPiece }: ChatDialect): string {
  const body = textOf(prose);
  const start = body.indexOf(firstPiece);
  const end = body.indexOf('\n\n', start);
  if (start < 0 || end < 0) throw new Error(`the answer has no piece ${firstPiece}`);
  return body.slice(0, end + 2);
}
