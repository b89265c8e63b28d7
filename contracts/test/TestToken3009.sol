// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @notice A token with EIP-3009 that anyone may mint; the contracts that inherit it add the peculiarities.
abstract contract TestToken3009 is ERC20, EIP712 {
    bytes32 private constant TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,"
        "uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    mapping(address payer => mapping(bytes32 nonce => bool)) public authorizationState;

    error AuthorizationUsed();
    error CallerNotReceiver();
    error SignatureWrong();

    constructor(string memory name) ERC20(name, "TEST") EIP712(name, "1") {}

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        if (msg.sender != to) revert CallerNotReceiver();
        bytes32 digest =
            _hashTypedDataV4(keccak256(abi.encode(TYPEHASH, from, to, value, validAfter, validBefore, nonce)));
        if (ECDSA.recover(digest, v, r, s) != from) revert SignatureWrong();
        if (authorizationState[from][nonce]) return _usedAgain();
        authorizationState[from][nonce] = true;
        _receive(from, to, value);
    }

    function _usedAgain() internal virtual {
        revert AuthorizationUsed();
    }

    function _receive(address from, address to, uint256 value) internal virtual {
        _transfer(from, to, value);
    }
}
