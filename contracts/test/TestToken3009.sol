// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice A token with EIP-3009 that anyone may mint; the contracts that inherit it add the peculiarities.
abstract contract TestToken3009 is ERC20, EIP712 {
    bytes32 private constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,"
        "uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,"
        "uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    mapping(address payer => mapping(bytes32 nonce => bool)) public authorizationState;

    error AuthorizationOutOfTime();
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
        bytes32 message =
            keccak256(abi.encode(RECEIVE_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
        if (_use(from, nonce, message, abi.encodePacked(r, s, v))) _receive(from, to, value);
    }

    function transferWithAuthorization(
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
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        if (block.timestamp <= validAfter || block.timestamp >= validBefore) revert AuthorizationOutOfTime();
        bytes32 message =
            keccak256(abi.encode(TRANSFER_TYPEHASH, from, to, value, validAfter, validBefore, nonce));
        if (_use(from, nonce, message, signature)) _transfer(from, to, value);
    }

    function _use(address from, bytes32 nonce, bytes32 message, bytes memory signature)
        private
        returns (bool isFirst)
    {
        bytes32 digest = _hashTypedDataV4(message);
        if (!SignatureChecker.isValidSignatureNow(from, digest, signature)) revert SignatureWrong();
        isFirst = !authorizationState[from][nonce];
        if (!isFirst) _usedAgain();
        authorizationState[from][nonce] = true;
    }

    function _usedAgain() internal virtual {
        revert AuthorizationUsed();
    }

    function _receive(address from, address to, uint256 value) internal virtual {
        _transfer(from, to, value);
    }
}
