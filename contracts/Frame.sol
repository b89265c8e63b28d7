// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The input of `settle`'s calls to itself, one per payout. Each gets the whole batch and its payout's index:
/// passing the input on unchanged saves the 1 500 gas of encoding each payout anew.
library Frame {
    /// Positions in the arguments of `settle` (token, feeReceiver, offset of payouts); a frame appends (index,
    /// balance).
    uint256 private constant OFFSET_AT = 0x40;
    uint256 private constant INDEX_AT = 0x60;
    uint256 private constant BALANCE_AT = 0x80;
    uint256 private constant ADDED_BYTES = 0x40;

    /// @notice This call's own input with another selector and space for index and balance.
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
