// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The input of the calls that `settle` makes to itself, one per payout. All get the whole batch and the index of their
/// payout: input is passed without being copied, while encoding each payout anew would cost 1 500 gas.
library Frame {
    /// Positions in the arguments (token, feeReceiver, offset of payouts) of `settle`, which go on in a frame with (index, balance).
    uint256 private constant OFFSET_AT = 0x40;
    uint256 private constant INDEX_AT = 0x60;
    uint256 private constant BALANCE_AT = 0x80;
    uint256 private constant ADDED_BYTES = 0x40;

    /// @notice This call's own input with room for index and balance, and another selector.
    function create(bytes4 selector) internal pure returns (bytes memory) {
        return abi.encodePacked(
            selector,
            msg.data[4:4 + OFFSET_AT],
            uint256(bytes32(msg.data[4 + OFFSET_AT:])) + ADDED_BYTES,
            uint256(0),
            uint256(0),
            msg.data[4 + INDEX_AT:]
        );
    }

    function set(bytes memory frame, uint256 index, uint256 held) internal pure {
        assembly ("memory-safe") {
            let arguments := add(frame, 0x24)
            mstore(add(arguments, INDEX_AT), index)
            mstore(add(arguments, BALANCE_AT), held)
        }
    }
}
