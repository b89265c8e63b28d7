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

/// @notice Its issuer refuses transfers from and to some accounts.
contract DenyingToken is TestToken3009("Denying") {
    mapping(address account => bool) public denied;

    function deny(address account, bool isDenied) external {
        denied[account] = isDenied;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!denied[from] && !denied[to], "denied");
        super._update(from, to, value);
    }
}

/// @notice Balances are shares of a total that changes, so a transfer can deliver a unit less than it was asked to.
contract RebasingToken is TestToken3009("Rebasing") {
    uint256 private _index = 1e18;

    function rebase(uint256 index) external {
        _index = index;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return (super.balanceOf(account) * _index) / 1e18;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        return super.transfer(to, (value * 1e18) / _index);
    }
}

/// @notice Makes a preset call during each transfer.
contract CallingToken is TestToken3009("Calling") {
    address private _target;
    bytes private _data;
    bytes public returned;

    function call(address target, bytes calldata data) external {
        (_target, _data) = (target, data);
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        (, returned) = _target.call(_data);
        return super.transfer(to, value);
    }
}
