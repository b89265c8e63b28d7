// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PaymentRouter} from "../../contracts/PaymentRouter.sol";
import {Terms, TermsLib} from "../../contracts/Terms.sol";
import {ISignatureTransfer} from "../../contracts/interfaces/ISignatureTransfer.sol";

struct Recovery {
    bytes32 key;
    address token;
    uint256 amount;
}

/// @notice A router that also stores what it logs: Foundry's recorded logs include those of calls that reverted.
contract RecordingRouter is PaymentRouter {
    Terms[] private _paid;
    uint256 private _failed;
    Recovery[] private _recovered;

    constructor(ISignatureTransfer permit2_) PaymentRouter(permit2_) {}

    /// @return the terms of the payments made, and the number of failed ones, since the last call
    function take() external returns (Terms[] memory, uint256) {
        (Terms[] memory paidNow, uint256 failedNow) = (_paid, _failed);
        delete _paid;
        delete _failed;
        return (paidNow, failedNow);
    }

    /// @return recovered what went to destinations without a fee since the last call
    function takeRecovered() external returns (Recovery[] memory recovered) {
        recovered = _recovered;
        delete _recovered;
    }

    function hashOf(Terms calldata terms) external pure returns (bytes32) {
        return TermsLib.hash(terms);
    }

    function _emitPaid(Terms memory terms, bytes32 hash) internal override {
        super._emitPaid(terms, hash);
        _paid.push(terms);
    }

    function _emitRecovered(Terms memory terms, bytes32 hash, address token, uint256 amount) internal override {
        super._emitRecovered(terms, hash, token, amount);
        _recovered.push(Recovery(terms.key, token, amount));
    }

    function _emitFailed(Terms memory terms, bytes32 hash, bytes memory reason) internal override {
        super._emitFailed(terms, hash, reason);
        ++_failed;
    }
}
