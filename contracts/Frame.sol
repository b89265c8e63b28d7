// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The input of `settle`'s calls to itself, one per group and payout. Each gets the whole batch and indices:
/// passing the input on unchanged saves the 1 500 gas of encoding each payout anew.
library Frame {
    /// Positions in the arguments of `settle` (token, offset of groups); a frame adds (group, payout, balance, each).
    uint256 private constant OFFSET_AT = 0x20;
    uint256 private constant GROUP_AT = 0x40;
    uint256 private constant PAYOUT_AT = 0x60;
    uint256 private constant BALANCE_AT = 0x80;
    uint256 private constant EACH_AT = 0xa0;
    uint256 private constant ADDED_BYTES = 0x80;

    /// @notice This call's own input with another selector and space for indices and balance.
    function create(bytes4 selector) internal pure returns (bytes memory) {
        return abi.encodePacked(
            selector,
            msg.data[4:4 + OFFSET_AT],
            uint256(bytes32(msg.data[4 + OFFSET_AT:])) + ADDED_BYTES,
            new bytes(ADDED_BYTES),
            msg.data[4 + GROUP_AT:]
        );
    }

    /// @notice This call's own input, which is a frame, with another selector.
    function nested(bytes4 selector) internal pure returns (bytes memory) {
        return abi.encodePacked(selector, msg.data[4:]);
    }

    function setGroup(bytes memory frame, uint256 index, uint256 held) internal pure {
        _set(frame, GROUP_AT, index);
        _set(frame, BALANCE_AT, held);
    }

    /// @param each whether to measure each payment
    function setPayout(bytes memory frame, uint256 index, uint256 held, bool each) internal pure {
        _set(frame, PAYOUT_AT, index);
        _set(frame, BALANCE_AT, held);
        _set(frame, EACH_AT, each ? 1 : 0);
    }

    function _set(bytes memory frame, uint256 position, uint256 value) private pure {
        assembly ("memory-safe") {
            mstore(add(add(frame, 0x24), position), value)
        }
    }
}
