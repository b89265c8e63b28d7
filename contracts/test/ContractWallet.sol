// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice An EIP-1271 wallet of one owner. A signature is 65 bytes of the owner's, and one byte more that says what the
/// wallet shall do when asked: 0 answer, 1 burn all the gas, 2 answer with a megabyte, 3 answer after long thought.
contract ContractWallet {
    bytes4 private constant VALID = 0x1626ba7e;
    uint256 private constant BOMB_BYTES = 1 << 20;
    /// Less than the router gives one payment of a batch, but not by much.
    uint256 private constant THOUGHT_GAS = 200_000;

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

    /// @notice The owner's calls in the wallet's name.
    function execute(address target, bytes calldata data) external {
        require(msg.sender == owner, "ContractWallet: not the owner");
        (bool ok,) = target.call(data);
        require(ok, "ContractWallet: the call failed");
    }
}
