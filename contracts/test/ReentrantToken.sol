// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken3009} from "./TestToken3009.sol";

/// @notice Makes a preset call while a payment is pulled, and stores its result.
contract ReentrantToken is TestToken3009("Reentrant") {
    address private target;
    bytes private data;
    bool public succeeded;
    bytes public returned;

    function reenter(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    function _receive(address from, address to, uint256 value) internal override {
        (succeeded, returned) = target.call(data);
        _transfer(from, to, value);
    }
}
