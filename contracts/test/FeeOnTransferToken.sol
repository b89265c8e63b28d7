// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken3009} from "./TestToken3009.sol";

/// @notice Each transfer burns 1 % of its amount.
contract FeeOnTransferToken is TestToken3009("Fee On Transfer") {
    function _update(address from, address to, uint256 value) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : value / 100;
        super._update(from, to, value - fee);
        if (fee != 0) super._update(from, address(0), fee);
    }
}
