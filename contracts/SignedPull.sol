// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC3009} from "./interfaces/IERC3009.sol";
import {IERC7598} from "./interfaces/IERC7598.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";
import {Terms} from "./Terms.sol";

/// @notice The calls that move a signed payment's money. Pulled into this contract, the nonce is the hash of the terms,
/// which the signature thus covers. Assembly encodes them at half the gas, which matters for every payment.
library SignedPull {
    uint256 private constant ECDSA_SIGNATURE_BYTES = 65;
    /// What comes before the signature of an authorisation to transfer to a deposit address.
    uint256 private constant AUTHORIZATION_BYTES = 5 * 32;
    /// What comes before the signature of an authorisation to transfer to a destination.
    uint256 private constant TIME_BYTES = 32;

    /// The terms that Permit2's own message lacks, so that a wallet shows all of them.
    bytes32 private constant WITNESS_TYPEHASH = keccak256(
        "Payment(string merchant,address destination,uint256 fee,address feeReceiver,bytes32 paymentKey)"
    );
    uint256 private constant WITNESS_BYTES = 6 * 32;
    /// "Payment witness)", that type, and "TokenPermissions(address token,uint256 amount)".
    uint256 private constant TYPE_STRING_BYTES = 157;
    uint256 private constant TYPE_STRING_WORDS_BYTES = 5 * 32;

    /// @notice Calls the token (EIP-3009). A signature of 65 bytes uses the (v, r, s) function, which every EIP-3009
    /// token has.
    function authorization(Terms memory terms, bytes32 hash, bytes calldata signature)
        internal
        view
        returns (bytes memory data)
    {
        (bytes4 selector, bytes4 selectorOfBytes) =
            (IERC3009.receiveWithAuthorization.selector, IERC7598.receiveWithAuthorization.selector);
        return _authorized(terms, selector, selectorOfBytes, address(this), 0, hash, signature);
    }

    /// @notice Calls the token (EIP-3009) to transfer to the terms' destination what their payer has authorised. The
    /// nonce is the key, so an authorisation pays one set of terms.
    /// @param signed validAfter in 32 bytes, and the signature: r, s, v, or bytes of any other length (ERC-7598)
    function transferToDestination(Terms memory terms, bytes calldata signed)
        internal
        pure
        returns (bytes memory data)
    {
        (bytes4 selector, bytes4 selectorOfBytes) =
            (IERC3009.transferWithAuthorization.selector, IERC7598.transferWithAuthorization.selector);
        (uint256 validAfter, bytes calldata signature) = (uint256(bytes32(signed)), signed[TIME_BYTES:]);
        return
            _authorized(
                terms, selector, selectorOfBytes, terms.destination, validAfter, terms.key, signature
            );
    }

    function _authorized(
        Terms memory terms,
        bytes4 selector,
        bytes4 selectorOfBytes,
        address to,
        uint256 validAfter,
        bytes32 nonce,
        bytes calldata signature
    ) private pure returns (bytes memory data) {
        (address payer, uint256 amount, uint256 deadline) = (terms.payer, terms.amount, terms.deadline);
        if (signature.length != ECDSA_SIGNATURE_BYTES) {
            return abi.encodeWithSelector(
                selectorOfBytes, payer, to, amount, validAfter, deadline, nonce, signature
            );
        }
        // abi.encodeWithSelector(selector, payer, to, amount, validAfter, deadline, nonce, v, r, s)
        assembly ("memory-safe") {
            data := mload(0x40)
            mstore(data, 0x124)
            mstore(add(data, 0x20), selector)
            mstore(add(data, 0x24), payer)
            mstore(add(data, 0x44), to)
            mstore(add(data, 0x64), amount)
            mstore(add(data, 0x84), validAfter)
            mstore(add(data, 0xa4), deadline)
            mstore(add(data, 0xc4), nonce)
            mstore(add(data, 0xe4), byte(0, calldataload(add(signature.offset, 0x40))))
            calldatacopy(add(data, 0x104), signature.offset, 0x40)
            mstore(0x40, add(data, 0x160))
        }
    }

    /// @notice Calls the token (EIP-3009) to transfer to a deposit address what its payer has authorised, under a nonce
    /// and for a time of the payer's own choice.
    /// @param signed from, value, validAfter, validBefore, nonce, each in 32 bytes, and the signature: r, s, v,
    /// or bytes of any other length (ERC-7598)
    function transfer(address deposit, bytes calldata signed) internal pure returns (bytes memory) {
        (address from, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce) =
            abi.decode(signed[:AUTHORIZATION_BYTES], (address, uint256, uint256, uint256, bytes32));
        bytes calldata signature = signed[AUTHORIZATION_BYTES:];
        if (signature.length != ECDSA_SIGNATURE_BYTES) {
            return abi.encodeCall(
                IERC7598.transferWithAuthorization, (from, deposit, value, validAfter, validBefore, nonce, signature)
            );
        }
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        return abi.encodeCall(
            IERC3009.transferWithAuthorization,
            (from, deposit, value, validAfter, validBefore, nonce, uint8(signature[64]), r, s)
        );
    }

    /// @notice Calls Permit2.
    /// @param merchant keccak256 of the merchant's name in the message
    function permit(Terms memory terms, bytes32 hash, bytes32 merchant, bytes calldata signature)
        internal
        view
        returns (bytes memory data)
    {
        bytes32 witness = _witness(terms, merchant);
        (address token, address payer, uint256 amount, uint256 deadline) =
            (terms.token, terms.payer, terms.amount, terms.deadline);
        bytes4 selector = ISignatureTransfer.permitWitnessTransferFrom.selector;
        // abi.encodeCall(ISignatureTransfer.permitWitnessTransferFrom, (((token, amount), hash, deadline),
        // (address(this), amount), payer, witness, type string, signature))
        assembly ("memory-safe") {
            data := mload(0x40)
            mstore(add(data, 0x20), selector)
            mstore(add(data, 0x24), token)
            mstore(add(data, 0x44), amount)
            mstore(add(data, 0x64), hash)
            mstore(add(data, 0x84), deadline)
            mstore(add(data, 0xa4), address())
            mstore(add(data, 0xc4), amount)
            mstore(add(data, 0xe4), payer)
            mstore(add(data, 0x104), witness)
            mstore(add(data, 0x124), 0x140)
            mstore(add(data, 0x144), add(0x160, TYPE_STRING_WORDS_BYTES))
            mstore(add(data, 0x164), TYPE_STRING_BYTES)
            mstore(add(data, 0x184), "Payment witness)Payment(string m")
            mstore(add(data, 0x1a4), "erchant,address destination,uint")
            mstore(add(data, 0x1c4), "256 fee,address feeReceiver,byte")
            mstore(add(data, 0x1e4), "s32 paymentKey)TokenPermissions(")
            mstore(add(data, 0x204), "address token,uint256 amount)")
            let end := add(data, 0x244)
            let padded := and(add(signature.length, 0x1f), not(0x1f))
            // Zeros behind the signature. Without one, this is its length, which is written next.
            mstore(sub(add(end, padded), 0x20), 0)
            mstore(add(data, 0x224), signature.length)
            calldatacopy(end, signature.offset, signature.length)
            mstore(data, add(0x224, padded))
            mstore(0x40, and(add(add(end, padded), 0x1f), not(0x1f)))
        }
    }

    /// keccak256(abi.encode(WITNESS_TYPEHASH, merchant, destination, fee, feeReceiver, key)), EIP-712's hashStruct
    function _witness(Terms memory terms, bytes32 merchant) private pure returns (bytes32 hash) {
        (address destination, uint256 fee, address feeReceiver, bytes32 key) =
            (terms.destination, terms.fee, terms.feeReceiver, terms.key);
        bytes32 typeHash = WITNESS_TYPEHASH;
        assembly ("memory-safe") {
            let witness := mload(0x40)
            mstore(witness, typeHash)
            mstore(add(witness, 0x20), merchant)
            mstore(add(witness, 0x40), destination)
            mstore(add(witness, 0x60), fee)
            mstore(add(witness, 0x80), feeReceiver)
            mstore(add(witness, 0xa0), key)
            hash := keccak256(witness, WITNESS_BYTES)
        }
    }
}
