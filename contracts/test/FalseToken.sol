// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken3009} from "./TestToken3009.sol";

/// @notice A transfer to the refused account returns false instead of reverting.
contract FalseToken is TestToken3009("False") {
    address public immutable refused;

    constructor(address refused_) {
        refused = refused_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        return to != refused && super.transfer(to, value);
    }
}
