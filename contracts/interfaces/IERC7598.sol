// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice ERC-7598: EIP-3009 with the signature as bytes, so that contract wallets (EIP-1271) can sign.
interface IERC7598 {
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
