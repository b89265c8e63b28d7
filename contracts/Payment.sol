// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// A payment's terms on chain and their errors. All amounts are in the token's smallest unit.

/// @notice The terms a buyer agrees to.
struct Payment {
    /// receives amount - fee
    address destination;
    /// keccak256 of the payment id's UTF-8 bytes, or the nonce of an authorised transfer (payWithTransfer)
    bytes32 key;
    address payer;
    /// the total that the payer pays
    uint256 amount;
    /// part of amount
    uint256 fee;
    /// Unix seconds; valid while block.timestamp < deadline
    uint256 deadline;
    /// the zero address is the native coin
    address token;
    address feeReceiver;
}

/// @notice One payment of a batch; what it shares with others is given once.
struct Pull {
    bytes32 key;
    address payer;
    uint256 amount;
    uint256 fee;
    uint256 deadline;
    bytes signature;
}

/// @notice The payments of a group that go to one destination, in one transfer.
struct Payout {
    address destination;
    /// keccak256 of the merchant's name, which Permit2's message shows; ignored with EIP-3009
    bytes32 merchant;
    Pull[] pulls;
}

/// @notice The payments of a batch with one fee receiver, which gets their fees in one transfer.
struct Group {
    address feeReceiver;
    /// 0: EIP-3009, 1: Permit2, 3: a deposit, whose signature is empty or an authorisation (SignedPull.transfer), 4: an
    /// authorised transfer to the destination, whose signature has its time (SignedPull.transferToDestination)
    uint8 method;
    Payout[] payouts;
}

error AmountZero();
error Expired(uint256 deadline, uint256 nowS);
error FeeAboveAmount(uint256 fee, uint256 amount);
error DestinationRefused(address destination);
error FeeReceiverRefused(address feeReceiver);
