// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice An EIP-1271 wallet with one owner. A signature is the owner's 65 bytes plus one byte that selects the
/// behaviour: 0 answer, 1 burn all gas, 2 return a megabyte, 3 answer after much computation.
contract ContractWallet {
    bytes4 private constant VALID = 0x1626ba7e;
    uint256 private constant BOMB_BYTES = 1 << 20;
    /// Slightly less than the router gives one payment of a batch.
    uint256 private constant THOUGHT_GAS = 100_000;

    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature[65] == 0x01) {
            assembly {
                invalid()
            }
        }
        if (signature[65] == 0x02) {
            assembly {
                return(0, BOMB_BYTES)
            }
        }
        if (signature[65] == 0x03) {
            uint256 start = gasleft();
            while (start - gasleft() < THOUGHT_GAS) {}
        }
        return ECDSA.recover(hash, signature[:65]) == owner ? VALID : bytes4(0xffffffff);
    }

    /// @notice Lets the owner call as the wallet.
    function execute(address target, bytes calldata data) external {
        require(msg.sender == owner, "ContractWallet: not the owner");
        (bool ok,) = target.call(data);
        require(ok, "ContractWallet: the call failed");
    }
}
