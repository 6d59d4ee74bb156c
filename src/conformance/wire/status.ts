/** What a failed call says about itself, judged as a stranger's bytes. */
import { fromGrpcStatus, GRPC_CODE, readErrorInfo } from '../../protocol/status-detail.ts';
import type { WireFailure } from './wire-context.ts';

/** Whether a status carries a detail of the contract's own domain. */
export function isClassified({ details }: WireFailure): boolean {
  return details !== undefined && readErrorInfo(details) !== undefined;
}

/** The category a failure means; `undefined` for what is no error of the model. */
export function categoryOf(failure: WireFailure): string | undefined {
  const meaning = fromGrpcStatus(failure);
  return meaning.type === 'error' ? meaning.error.category : undefined;
}

/** Whether a call was given up by time or by us, and not answered. */
export function isGivenUp({ code }: WireFailure): boolean {
  return code === GRPC_CODE.cancelled || code === GRPC_CODE.deadlineExceeded;
}

/** "status 13: no such thing". */
export function statusText({ code, message }: WireFailure): string {
  return message === '' ? `status ${code}` : `status ${code}: ${message}`;
}
