// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./Payment.sol";

/// @notice Terms in memory. Their hash covers all fields but `method`; `Paid` logs those from `payer` on as its data.
struct Terms {
    uint256 chainId;
    address router;
    address destination;
    bytes32 key;
    address payer;
    uint256 amount;
    uint256 fee;
    uint256 deadline;
    address token;
    address feeReceiver;
    uint8 method;
}

/// @notice Validates and hashes terms.
library TermsLib {
    uint256 private constant HASHED_BYTES = 10 * 32;
    /// Position of the fields that `Pull` has in the same order.
    uint256 private constant PULL_AT = 3 * 32;
    uint256 private constant PULL_BYTES = 5 * 32;

    /// @notice Reverts with the error of invalid terms.
    function check(Payment calldata p) internal view {
        if (block.timestamp >= p.deadline) revert Expired(p.deadline, block.timestamp);
        checkDeposit(p);
    }

    /// @notice The same without the deadline, which does not matter to a deposit.
    function checkDeposit(Payment calldata p) internal view {
        if (p.amount == 0) revert AmountZero();
        if (p.fee > p.amount) revert FeeAboveAmount(p.fee, p.amount);
        if (refused(p.token, p.destination)) revert DestinationRefused(p.destination);
        if (p.fee != 0 && refused(p.token, p.feeReceiver)) revert FeeReceiverRefused(p.feeReceiver);
    }

    /// @notice The checks of `check` for one payment of a batch; returns the error instead of reverting, or nothing.
    function reasonAgainst(Terms memory terms) internal view returns (bytes memory reason) {
        if (block.timestamp >= terms.deadline) {
            return abi.encodeWithSelector(Expired.selector, terms.deadline, block.timestamp);
        }
        return reasonAgainstAmounts(terms);
    }

    /// @notice The same without the deadline, which does not matter to a deposit.
    function reasonAgainstAmounts(Terms memory terms) internal pure returns (bytes memory reason) {
        if (terms.amount == 0) {
            reason = abi.encodeWithSelector(AmountZero.selector);
        } else if (terms.fee > terms.amount) {
            reason = abi.encodeWithSelector(FeeAboveAmount.selector, terms.fee, terms.amount);
        }
    }

    /// @notice Money sent to the zero address, the token or the router itself would be lost.
    function refused(address token, address receiver) internal view returns (bool) {
        return receiver == address(0) || receiver == token || receiver == address(this);
    }

    function load(Payment calldata p, uint8 method) internal view returns (Terms memory) {
        return Terms(
            block.chainid,
            address(this),
            p.destination,
            p.key,
            p.payer,
            p.amount,
            p.fee,
            p.deadline,
            p.token,
            p.feeReceiver,
            method
        );
    }

    /// @notice What the payments of a payout have in common.
    function common(address token, Group calldata group, address destination)
        internal
        view
        returns (Terms memory terms)
    {
        terms.chainId = block.chainid;
        terms.router = address(this);
        terms.destination = destination;
        terms.token = token;
        terms.feeReceiver = group.feeReceiver;
        terms.method = group.method;
    }

    /// @notice Sets the terms of one of these payments.
    function set(Terms memory terms, Pull calldata pull) internal pure {
        pull.payer; // reverts if it is not an address
        // terms.key = pull.key; … terms.deadline = pull.deadline;
        assembly ("memory-safe") {
            calldatacopy(add(terms, PULL_AT), pull, PULL_BYTES)
        }
    }

    /// @notice keccak256(abi.encode(block.chainid, address(this), destination, …, feeReceiver))
    function hash(Terms memory terms) internal pure returns (bytes32 termsHash) {
        assembly ("memory-safe") {
            termsHash := keccak256(terms, HASHED_BYTES)
        }
    }
}
