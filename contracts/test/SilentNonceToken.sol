// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken3009} from "./TestToken3009.sol";

/// @notice Using an authorisation a second time does nothing, and does not revert.
contract SilentNonceToken is TestToken3009("Silent Nonce") {
    function _usedAgain() internal pure override {}
}
