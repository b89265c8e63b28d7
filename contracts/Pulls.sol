// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoundedCall} from "./BoundedCall.sol";
import {Deposit, IDeposits} from "./Deposit.sol";
import "./Payment.sol";
import {SignedPull} from "./SignedPull.sol";
import {Terms, TermsLib} from "./Terms.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";

/// @notice Pulls one payment's money: from a payer who signed, or from the payment's deposit address. A payer who has
/// authorised a transfer to the destination itself (METHOD_TRANSFER) pays it directly.
abstract contract Pulls is IDeposits {
    /// The most gas for one pull or payout of a batch. USDC and Permit2 take up to 60 000; the rest is for a contract
    /// wallet to check a signature. A payment that needs more can be submitted alone, without a limit.
    uint256 internal constant CALL_GAS_MAX = 175_000;
    /// Enough for any Error(string) of the known tokens; longer errors are cut off.
    uint256 internal constant REASON_BYTES_MAX = 256;

    uint8 internal constant METHOD_EIP3009 = 0;
    uint8 internal constant METHOD_PERMIT2 = 1;
    uint8 internal constant METHOD_DEPOSIT = 3;
    uint8 internal constant METHOD_TRANSFER = 4;

    /// @notice The Permit2 contract this router pulls through.
    ISignatureTransfer public immutable permit2;
    bytes32 private immutable _depositCodeHash = keccak256(type(Deposit).creationCode);

    /// What a `Deposit` asks for, set before its creation. Of types that fill a slot, which is cheaper.
    uint256 private transient _amount;
    uint256 private transient _token;
    uint256 private transient _coinReceiver;

    error MethodUnknown(uint8 method);
    error NotEnoughGas(uint256 gasLeft);
    error ReceivedLess(uint256 expected, uint256 received);

    constructor(ISignatureTransfer permit2_) {
        permit2 = permit2_;
    }

    /// @notice The address that a deposit by these terms is sent to. The terms' payer and the chain are no part of it.
    function depositAddress(Payment calldata p) external view returns (address) {
        Terms memory terms = TermsLib.load(p, METHOD_DEPOSIT);
        _setDeposit(terms);
        return terms.payer;
    }

    /// @notice Tells a `Deposit` the amount and the token to send to this contract.
    fallback() external {
        if (msg.data.length != 0) revert();
        assembly ("memory-safe") {
            mstore(0, tload(_amount.slot))
            mstore(0x20, tload(_token.slot))
            return(0, 0x40)
        }
    }

    /// @inheritdoc IDeposits
    function coinReceiver() external view returns (address) {
        return address(uint160(_coinReceiver));
    }

    /// Makes the deposit address the payer. The salt is the hash of the terms without payer and chain.
    function _setDeposit(Terms memory terms) internal view returns (bytes32 salt) {
        (terms.payer, terms.chainId) = (address(0), 0);
        salt = TermsLib.hash(terms);
        address deposit;
        bytes32 codeHash = _depositCodeHash;
        // keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, codeHash))
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(free, or(shl(160, 0xff), address()))
            mstore(add(free, 0x20), salt)
            mstore(add(free, 0x40), codeHash)
            deposit := and(keccak256(add(free, 0x0b), 0x55), 0xffffffffffffffffffffffffffffffffffffffff)
        }
        (terms.payer, terms.chainId) = (deposit, block.chainid);
    }

    /// Pulls from a payer who signed.
    /// @return hash of the terms
    /// @return ok whether the money was pulled
    /// @return reason why not
    /// @return came what was asked for
    function _tryPull(Terms memory terms, bytes32 merchant, bytes calldata signature)
        internal
        returns (bytes32 hash, bool ok, bytes memory reason, uint256 came)
    {
        hash = TermsLib.hash(terms);
        reason = TermsLib.reasonAgainst(terms);
        if (terms.method == METHOD_TRANSFER && _namesFee(terms)) {
            reason = abi.encodeWithSelector(FeeReceiverRefused.selector, terms.feeReceiver);
        }
        if (reason.length != 0) return (hash, false, reason, 0);
        if (!BoundedCall.affords(CALL_GAS_MAX)) revert NotEnoughGas(gasleft());
        (address target, bytes memory data) = _callOf(terms, hash, merchant, signature);
        if (target == address(0)) {
            return (hash, false, abi.encodeWithSelector(MethodUnknown.selector, terms.method), 0);
        }
        (ok, reason) = BoundedCall.tryCall(target, CALL_GAS_MAX, data, REASON_BYTES_MAX);
        came = terms.amount;
    }

    /// Pulls from the deposit address, which becomes the payer, all that lies there.
    /// @param authorization of a transfer to it, which is made first if it can be, or empty (SignedPull.transfer)
    function _trySweep(Terms memory terms, bytes calldata authorization)
        internal
        returns (bytes32 hash, bool ok, bytes memory reason, uint256 came)
    {
        bytes32 salt = _setDeposit(terms);
        hash = TermsLib.hash(terms);
        reason = TermsLib.reasonAgainstAmounts(terms);
        if (reason.length != 0) return (hash, false, reason, 0);
        if (!BoundedCall.affords(CALL_GAS_MAX)) revert NotEnoughGas(gasleft());
        if (authorization.length != 0) {
            reason = _authorize(terms, authorization, CALL_GAS_MAX);
            if (!BoundedCall.affords(CALL_GAS_MAX)) revert NotEnoughGas(gasleft());
        }
        came = BoundedCall.balanceOf(terms.token, terms.payer);
        if (came < terms.amount) return (hash, false, _orLess(reason, terms.amount, came), 0);
        (ok, reason) = _pass(salt, came);
    }

    /// Makes the transfer to the deposit address. Anyone who has the authorisation may have made it before, so only
    /// what lies there counts.
    /// @return reason why the transfer failed
    function _authorize(Terms memory terms, bytes calldata authorization, uint256 gasMax)
        internal
        returns (bytes memory reason)
    {
        bytes memory data = SignedPull.transfer(terms.payer, authorization);
        (, reason) = BoundedCall.tryCall(terms.token, gasMax, data, REASON_BYTES_MAX);
    }

    /// The reason of a failed transfer to a deposit address, if there is one, because it is why too little lies there.
    function _orLess(bytes memory reason, uint256 amount, uint256 held) internal pure returns (bytes memory) {
        return reason.length != 0 ? reason : abi.encodeWithSelector(ReceivedLess.selector, amount, held);
    }

    /// The call that pulls a payment. The target is zero if the method is unknown.
    function _callOf(Terms memory terms, bytes32 hash, bytes32 merchant, bytes calldata signature)
        internal
        view
        returns (address target, bytes memory data)
    {
        uint8 method = terms.method;
        if (method == METHOD_EIP3009) {
            return (terms.token, SignedPull.authorization(terms, hash, signature));
        }
        if (method == METHOD_PERMIT2) {
            return (address(permit2), SignedPull.permit(terms, hash, merchant, signature));
        }
        if (method == METHOD_TRANSFER) {
            return (terms.token, SignedPull.transferToDestination(terms, signature));
        }
    }

    /// No fee can be taken of a transfer to the destination. With a fee receiver in the terms, a stranger could pay
    /// another hash of terms by the same authorisation.
    function _namesFee(Terms memory terms) internal pure returns (bool) {
        return terms.fee != 0 || terms.feeReceiver != address(0);
    }

    /// Where a payment's money arrives first, and is measured.
    function _receiverOf(Terms memory terms) internal view returns (address) {
        return terms.method == METHOD_TRANSFER ? terms.destination : address(this);
    }

    /// Sets what the next deposits consist of, and where their coins go.
    function _setPassing(address token, address destination) internal {
        (_token, _coinReceiver) = (uint160(token), uint160(destination));
    }

    /// Sends the amount of the token that lies on the deposit address to this contract, and all coins to the
    /// destination.
    function _pass(bytes32 salt, uint256 amount) internal returns (bool, bytes memory reason) {
        _amount = amount;
        try new Deposit{salt: salt}() {
            return (true, reason);
        } catch (bytes memory why) {
            return (false, why);
        }
    }
}
