// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A destination that rejects native coin, or calls back while receiving it.
contract NativeReceiver {
    error Rejected();

    address private target;
    bytes private data;
    bool public succeeded;
    bytes public returned;

    function reenter(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    receive() external payable {
        if (target == address(0)) revert Rejected();
        (succeeded, returned) = target.call{value: msg.value}(data);
    }
}
