// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ContractWallet} from "./ContractWallet.sol";

/// @notice Deploys wallets at predictable addresses (EIP-6492), each once.
contract WalletFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new ContractWallet{salt: salt}(owner));
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 initCode = keccak256(abi.encodePacked(type(ContractWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), this, salt, initCode)))));
    }

    /// @notice The worst call that a factory can receive.
    function burn() external pure {
        assembly {
            invalid()
        }
    }
}
