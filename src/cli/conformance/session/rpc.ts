/** A single gRPC call, to compare gRPC with REST. */
import { connect } from 'node:http2';
import { decode, encode } from '../../../grpc/codec';
import { frame } from '../../../grpc/frame';
import { message, string } from '../../../grpc/message';
import { RuleDifference, NotOffered } from '../http/difference';

export interface RpcCallerOptions {
  readonly baseUrl: string;
  /** The package of the services, without domain and version: `platform`. */
  readonly package: string;
  readonly version: string;
  readonly token: string;
}

/** The messages have only the fields that the case compares. */
const GetGroupRequest = message({ uid: string(1) });
const Group = message({ uid: string(1), name: string(2) });

const CALL_MS = 10_000;
const HEADER_BYTES = 5;
const UNIMPLEMENTED = '12';

export type RpcGroup = { readonly uid: string; readonly name: string };

/** Calls `GetGroup`. Throws `NotOffered` if the address serves no gRPC or not this method. */
export async function getGroupByRpc(options: RpcCallerOptions, uid: string): Promise<RpcGroup> {
  const path = `/${options.package}.iam.${options.version}.GroupsService/GetGroup`;
  const { status, body } = await callOnce(options, path, frame(encode(GetGroupRequest, { uid })));
  if (status === UNIMPLEMENTED) throw new NotOffered(`the service does not offer ${path} over gRPC`);
  if (status !== '0') throw new RuleDifference(`${path} succeeds over gRPC, and its status is ${status}`);
  return decode(Group, body.subarray(HEADER_BYTES));
}

interface RpcResponse {
  readonly status: string;
  readonly body: Buffer;
}

function callOnce({ baseUrl, token }: RpcCallerOptions, path: string, body: Buffer): Promise<RpcResponse> {
  return new Promise((resolve, reject) => {
    const session = connect(new URL(baseUrl).origin);
    const fail = (error: Error): void => {
      session.destroy();
      reject(new NotOffered(`the service does not offer gRPC: ${error.message}`));
    };
    session.on('error', fail);
    session.setTimeout(CALL_MS, () => fail(new Error(`no response within ${CALL_MS / 1000} seconds`)));
    const headers = { 'content-type': 'application/grpc', te: 'trailers', authorization: `Bearer ${token}` };
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    const chunks: Buffer[] = [];
    let status = '';
    const read = ({ 'grpc-status': found }: Readonly<Record<string, unknown>>): void => {
      if (typeof found === 'string') status = found;
    };
    stream.on('response', read);
    stream.on('trailers', read);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', fail);
    stream.on('end', () => {
      session.close();
      if (status === '') fail(new Error('the response has no grpc-status'));
      else resolve({ status, body: Buffer.concat(chunks) });
    });
    stream.end(body);
  });
}
