// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// A payment's terms on chain and their errors. All amounts are in the token's smallest unit.

/// @notice The terms a buyer agrees to.
struct Payment {
    /// keccak256 of the payment id's UTF-8 bytes
    bytes32 key;
    /// the zero address is the native coin
    address token;
    address payer;
    /// the total that the payer pays
    uint256 amount;
    /// receives amount - fee
    address destination;
    /// part of amount
    uint256 fee;
    address feeReceiver;
    /// Unix seconds; valid while block.timestamp < deadline
    uint256 deadline;
}

/// @notice One payment of a batch; token, destination and feeReceiver are common and given once.
struct Pull {
    bytes32 key;
    address payer;
    uint256 amount;
    uint256 fee;
    uint256 deadline;
    /// 0: EIP-3009, 1: Permit2
    uint8 method;
    bytes signature;
}

/// @notice The payments of a batch that go to one destination, in one transfer.
struct Payout {
    address destination;
    Pull[] pulls;
}

error AmountZero();
error Expired(uint256 deadline, uint256 nowS);
error FeeAboveAmount(uint256 fee, uint256 amount);
error DestinationRefused(address destination);
error FeeReceiverRefused(address feeReceiver);
