// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./Payment.sol";

/// @notice Validates and hashes terms.
library Terms {
    /// @notice Reverts with the error of invalid terms.
    function check(Payment calldata p) internal view {
        if (block.timestamp >= p.deadline) revert Expired(p.deadline, block.timestamp);
        if (p.amount == 0) revert AmountZero();
        if (p.fee > p.amount) revert FeeAboveAmount(p.fee, p.amount);
        if (refused(p.token, p.destination)) revert DestinationRefused(p.destination);
        if (p.fee != 0 && refused(p.token, p.feeReceiver)) revert FeeReceiverRefused(p.feeReceiver);
    }

    /// @notice The checks of `check` for one payment of a batch; returns the error instead of reverting, or nothing.
    function reasonAgainst(uint256 amount, uint256 fee, uint256 deadline) internal view returns (bytes memory reason) {
        if (block.timestamp >= deadline) {
            reason = abi.encodeWithSelector(Expired.selector, deadline, block.timestamp);
        } else if (amount == 0) {
            reason = abi.encodeWithSelector(AmountZero.selector);
        } else if (fee > amount) {
            reason = abi.encodeWithSelector(FeeAboveAmount.selector, fee, amount);
        }
    }

    /// @notice Money sent to the zero address, the token or the router itself would be lost.
    function refused(address token, address receiver) internal view returns (bool) {
        return receiver == address(0) || receiver == token || receiver == address(this);
    }

    function hash(Payment calldata p) internal view returns (bytes32) {
        return hash(p.key, p.token, p.payer, p.amount, p.destination, p.fee, p.feeReceiver, p.deadline);
    }

    function hash(
        bytes32 key,
        address token,
        address payer,
        uint256 amount,
        address destination,
        uint256 fee,
        address feeReceiver,
        uint256 deadline
    ) internal view returns (bytes32 termsHash) {
        // keccak256(abi.encode(block.chainid, address(this), key, …)), without allocating memory
        assembly ("memory-safe") {
            let terms := mload(0x40)
            mstore(terms, chainid())
            mstore(add(terms, 0x20), address())
            mstore(add(terms, 0x40), key)
            mstore(add(terms, 0x60), token)
            mstore(add(terms, 0x80), payer)
            mstore(add(terms, 0xa0), amount)
            mstore(add(terms, 0xc0), destination)
            mstore(add(terms, 0xe0), fee)
            mstore(add(terms, 0x100), feeReceiver)
            mstore(add(terms, 0x120), deadline)
            termsHash := keccak256(terms, 0x140)
        }
    }
}
