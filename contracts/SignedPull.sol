// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC3009} from "./interfaces/IERC3009.sol";
import {IERC7598} from "./interfaces/IERC7598.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";

/// @notice The calls that pull a signed payment into this contract. In both, the nonce is the hash of the terms, which
/// the signature thus covers.
library SignedPull {
    uint256 private constant ECDSA_SIGNATURE_BYTES = 65;

    /// @notice Calls the token (EIP-3009). A signature of 65 bytes uses the (v, r, s) function, which every EIP-3009
    /// token has.
    function authorization(
        address payer,
        uint256 amount,
        uint256 deadline,
        bytes32 termsHash,
        bytes calldata signature
    ) internal view returns (bytes memory data) {
        if (signature.length != ECDSA_SIGNATURE_BYTES) {
            return abi.encodeCall(
                IERC7598.receiveWithAuthorization, (payer, address(this), amount, 0, deadline, termsHash, signature)
            );
        }
        // abi.encodeCall(IERC3009.receiveWithAuthorization, (payer, address(this), amount, 0, deadline, termsHash, v,
        // r, s)), at half the gas, which matters for every payment
        bytes4 selector = IERC3009.receiveWithAuthorization.selector;
        assembly ("memory-safe") {
            data := mload(0x40)
            mstore(data, 0x124)
            mstore(add(data, 0x20), selector)
            mstore(add(data, 0x24), payer)
            mstore(add(data, 0x44), address())
            mstore(add(data, 0x64), amount)
            mstore(add(data, 0x84), 0)
            mstore(add(data, 0xa4), deadline)
            mstore(add(data, 0xc4), termsHash)
            mstore(add(data, 0xe4), byte(0, calldataload(add(signature.offset, 0x40))))
            calldatacopy(add(data, 0x104), signature.offset, 0x40)
            mstore(0x40, add(data, 0x160))
        }
    }

    /// @notice Calls Permit2.
    function permit(
        address token,
        address payer,
        uint256 amount,
        uint256 deadline,
        bytes32 termsHash,
        bytes calldata signature
    ) internal view returns (bytes memory) {
        return abi.encodeCall(
            ISignatureTransfer.permitTransferFrom,
            (
                ISignatureTransfer.PermitTransferFrom(
                    ISignatureTransfer.TokenPermissions(token, amount), uint256(termsHash), deadline
                ),
                ISignatureTransfer.SignatureTransferDetails(address(this), amount),
                payer,
                signature
            )
        );
    }
}
