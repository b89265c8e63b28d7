// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice An oracle with Chainalysis's interface that anyone may write to.
contract SanctionsList {
    mapping(address account => bool) private _isSanctioned;
    bool private _isSilent;

    function set(address account, bool isOn) external {
        _isSanctioned[account] = isOn;
    }

    /// @notice Makes all lookups revert from now on.
    function setSilent(bool isOn) external {
        _isSilent = isOn;
    }

    function isSanctioned(address account) external view returns (bool) {
        require(!_isSilent, "silent");
        return _isSanctioned[account];
    }
}
