// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice Calls untrusted code with limits on its gas and on the return data that is copied.
library BoundedCall {
    /// @param gasMax the most gas the callee gets; the caller checks beforehand that this much is left
    /// @param returnBytesMax the most return data copied; copying all of it would let the callee spend our gas
    function tryCall(address target, uint256 gasMax, bytes memory data, uint256 returnBytesMax)
        internal
        returns (bool ok, bytes memory returned)
    {
        uint256 size;
        assembly ("memory-safe") {
            ok := call(gasMax, target, 0, add(data, 0x20), mload(data), 0, 0)
            size := returndatasize()
        }
        if (size > returnBytesMax) size = returnBytesMax;
        assembly ("memory-safe") {
            returned := mload(0x40)
            mstore(returned, size)
            returndatacopy(add(returned, 0x20), 0, size)
            mstore(0x40, and(add(add(returned, 0x20), add(size, 0x1f)), not(0x1f)))
        }
    }

    /// @notice True if enough gas for a call of `gasMax` is left: a call gets at most 63/64 of the rest (EIP-150).
    function affords(uint256 gasMax) internal view returns (bool) {
        uint256 left = gasleft();
        return left - left / 64 >= gasMax;
    }

    /// @notice IERC20(token).balanceOf(address(this)).
    function balanceOfThis(address token) internal view returns (uint256) {
        return balanceOf(token, address(this));
    }

    /// @notice IERC20(token).balanceOf(account). Fails without a reason: a token that returns no balance has no code or
    /// no gas left.
    function balanceOf(address token, address account) internal view returns (uint256 held) {
        bytes4 selector = IERC20.balanceOf.selector;
        bool ok;
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(4, account)
            ok := staticcall(gas(), token, 0, 0x24, 0, 0x20)
            ok := and(ok, gt(returndatasize(), 0x1f))
            held := mload(0)
        }
        if (!ok) revert();
    }

    /// @notice Reverts with the callee's own error.
    function bubble(bytes memory reason) internal pure {
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}
