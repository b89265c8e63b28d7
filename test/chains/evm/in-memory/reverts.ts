// Revert data of tokens, Permit2 and the router, and the calls in a Multicall3 batch.
import { type Abi, type Address, decodeFunctionData, encodeErrorResult, type Hex, multicall3Abi, parseAbi } from "viem";

const ERRORS = parseAbi([
  "error Error(string message)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error InvalidNonce()",
  "error SignatureExpired(uint256 signatureDeadline)",
  "error InvalidSigner()",
  "error InvalidSignature()",
  "error InvalidSignatureLength()",
  "error InvalidContractSignature()",
  "error Surprise()",
]);
export const errorData = (errorName: string, args: readonly unknown[] = [], abi: Abi = ERRORS): Hex =>
  encodeErrorResult({ abi, errorName, args });
export const required = (message: string): Hex => errorData("Error", [message]);

interface BatchedCall {
  readonly target: Address;
  readonly allowFailure: boolean;
  readonly callData: Hex;
}

export function callsIn(data: Hex): readonly BatchedCall[] {
  const { args } = decodeFunctionData({ abi: multicall3Abi, data });
  return (args?.[0] ?? []) as readonly BatchedCall[];
}
