// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken3009} from "./TestToken3009.sol";

/// @notice Reverts with as much data as configured, which is expensive to copy.
contract ReturnBombToken is TestToken3009("Return Bomb") {
    uint256 public immutable bytesReturned;

    constructor(uint256 bytesReturned_) {
        bytesReturned = bytesReturned_;
    }

    function _receive(address, address, uint256) internal view override {
        uint256 size = bytesReturned;
        assembly {
            revert(0, size)
        }
    }
}
