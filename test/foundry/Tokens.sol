// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken3009} from "../../contracts/test/TestToken3009.sol";

contract HonestToken is TestToken3009("Honest") {}

/// @notice Its transfers return nothing, like Tether's.
contract TerseToken is TestToken3009("Terse") {
    function transfer(address to, uint256 value) public override returns (bool) {
        super.transfer(to, value);
        assembly {
            return(0, 0)
        }
    }
}

/// @notice Its transfers from an account with code move nothing and report success.
contract LyingToken is TestToken3009("Lying") {
    function transfer(address to, uint256 value) public override returns (bool) {
        return msg.sender.code.length != 0 || super.transfer(to, value);
    }
}

/// @notice Delivers twice the amount of every other pull, and nothing in between.
contract FickleToken is TestToken3009("Fickle") {
    bool private _isGenerous;

    function _receive(address from, address to, uint256 value) internal override {
        _isGenerous = !_isGenerous;
        if (!_isGenerous) return;
        _mint(to, value);
        _transfer(from, to, value);
    }
}
