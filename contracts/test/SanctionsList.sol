// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice An oracle with the interface of Chainalysis's, which anybody may write to.
contract SanctionsList {
    mapping(address account => bool) private _isSanctioned;
    bool private _isSilent;

    function set(address account, bool isOn) external {
        _isSanctioned[account] = isOn;
    }

    /// @notice From now on it reverts.
    function setSilent(bool isOn) external {
        _isSilent = isOn;
    }

    function isSanctioned(address account) external view returns (bool) {
        require(!_isSilent, "silent");
        return _isSanctioned[account];
    }
}
