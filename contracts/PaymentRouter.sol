// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {BoundedCall} from "./BoundedCall.sol";
import "./Payment.sol";
import {Pulls} from "./Pulls.sol";
import {Settlement} from "./Settlement.sol";
import {Terms, TermsLib} from "./Terms.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";

/// @title Payment router
/// @notice Takes a payment from the buyer and passes it on, less the fee, in the same call. It has no owner and no
/// upgrade, and holds nothing between calls. Anyone may submit any payment: the buyer signs the hash of the terms (as
/// nonce of the EIP-3009 or Permit2 message) or the transfer to the destination itself, so the money always goes where
/// the buyer agreed. Only a Paid event proves a payment; its amount has been measured.
contract PaymentRouter is Settlement {
    using SafeERC20 for IERC20;

    uint8 private constant METHOD_OWN_TRANSACTION = 2;
    /// Long after any sweep.
    uint256 private constant RECOVERABLE_AFTER_S = 30 days;

    /// @notice True for the hash of terms paid by `pay`, which has no signed nonce to prevent a second payment.
    mapping(bytes32 termsHash => bool) public paid;

    error AlreadyPaid(bytes32 termsHash);
    error NothingToRecover();
    error PayerNotCaller(address payer, address caller);
    error PullFailed();
    error RecoverableLater(uint256 from);
    error ValueMismatch(uint256 expected, uint256 received);

    constructor(ISignatureTransfer permit2_) Pulls(permit2_) {}

    /// @notice Makes a payment that the buyer authorised by an EIP-3009 ReceiveWithAuthorization message to this
    /// router: value = amount, validAfter = 0, validBefore = deadline, nonce = termsHash. Reverts with the token's own
    /// error.
    /// @param signature 65 bytes (r, s, v) use the token's (v, r, s) function, any other length its bytes function
    /// (ERC-7598)
    function payWithAuthorization(Payment calldata p, bytes calldata signature) external nonReentrant {
        _paySigned(p, METHOD_EIP3009, 0, signature);
    }

    /// @notice Makes a payment that the buyer authorised by a Permit2 PermitWitnessTransferFrom message with this
    /// router as spender: permitted = (token, amount), nonce = uint256(termsHash), deadline, and the other terms as
    /// witness (SignedPull). Reverts with Permit2's or the token's own error.
    /// @param merchant keccak256 of the merchant's name in the message
    function payWithPermit2(Payment calldata p, bytes32 merchant, bytes calldata signature) external nonReentrant {
        _paySigned(p, METHOD_PERMIT2, merchant, signature);
    }

    /// @notice Makes a payment by a transfer that the payer has authorised to the destination itself (EIP-3009
    /// TransferWithAuthorization, as x402 clients sign it): value = amount, validBefore = deadline, nonce = key. There
    /// is no fee, and the fee receiver is the zero address. Reverts with the token's own error.
    /// @param signed validAfter in 32 bytes, and the signature, as payWithAuthorization takes it
    function payWithTransfer(Payment calldata p, bytes calldata signed) external nonReentrant {
        (Terms memory terms, bytes32 hash) = _checked(p, METHOD_TRANSFER);
        if (_namesFee(terms)) revert FeeReceiverRefused(p.feeReceiver);
        (address target, bytes memory data) = _callOf(terms, hash, 0, signed);
        _pull(terms, hash, target, data);
    }

    /// @notice Makes a payment from the caller's own account: in native coin, sent as value, or in a token that the
    /// caller has approved for this router. The same terms can be paid in this way only once.
    function pay(Payment calldata p) external payable nonReentrant {
        (Terms memory terms, bytes32 hash) = _checked(p, METHOD_OWN_TRANSACTION);
        if (msg.sender != p.payer) revert PayerNotCaller(p.payer, msg.sender);
        if (paid[hash]) revert AlreadyPaid(hash);
        uint256 value = p.token == address(0) ? p.amount : 0;
        if (msg.value != value) revert ValueMismatch(value, msg.value);

        paid[hash] = true;
        if (p.token == address(0)) {
            _emitPaid(terms, hash);
            _distributeNative(p);
        } else {
            _pull(terms, hash, p.token, abi.encodeCall(IERC20.transferFrom, (p.payer, address(this), p.amount)));
            _distribute(p, p.amount);
        }
    }

    /// @notice Makes a payment from the money on its deposit address, if that is at least the amount. What lies there
    /// above the amount goes to the destination as well. `p.payer` is not read. The deadline does not matter.
    function sweep(Payment calldata p) external nonReentrant {
        _sweep(p, msg.data[:0]);
    }

    /// @notice Makes a transfer that somebody has authorised to the deposit address (EIP-3009
    /// TransferWithAuthorization, as x402 clients sign it), and then the same as `sweep`. Reverts with the token's own
    /// error if that transfer fails and too little lies there.
    /// @param authorization from, value, validAfter, validBefore, nonce, each in 32 bytes, and the signature: r, s, v,
    /// or bytes of any other length (ERC-7598)
    function sweepWithAuthorization(Payment calldata p, bytes calldata authorization) external nonReentrant {
        _sweep(p, authorization);
    }

    function _sweep(Payment calldata p, bytes calldata authorization) private {
        TermsLib.checkDeposit(p);
        (Terms memory terms, bytes32 hash, bytes32 salt) = _depositTerms(p);
        if (p.token.code.length == 0) revert NotAToken(p.token);
        bytes memory reason;
        if (authorization.length != 0) reason = _authorize(terms, authorization, gasleft());
        uint256 held = BoundedCall.balanceOf(p.token, terms.payer);
        if (held < p.amount) BoundedCall.bubble(_orLess(reason, p.amount, held));
        uint256 before = BoundedCall.balanceOfThis(p.token);
        _passAlone(terms, salt, p.token, held);
        uint256 received = _paidSince(terms, hash, before);
        if (received != p.amount) _emitRecovered(terms, hash, p.token, received - p.amount);
        _distribute(p, received);
    }

    /// @notice Passes all of a token (the zero address: all coins) on a deposit address to its destination, without a
    /// fee. The payment's own token must lie there past the deadline and be less than the amount: until then, a second
    /// deposit can complete the first, and the amount pays the payment (`sweep`). RECOVERABLE_AFTER_S after the
    /// deadline, any amount is passed on, because a fee receiver that the token refuses prevents the sweep.
    /// `p.payer` is not read.
    function recover(Payment calldata p, address token) external nonReentrant {
        address destination = p.destination;
        if (TermsLib.refused(token, destination)) revert DestinationRefused(destination);
        (Terms memory terms, bytes32 hash, bytes32 salt) = _depositTerms(p);
        uint256 held = _balance(token, terms.payer);
        if (token == p.token) {
            uint256 from = held < p.amount ? p.deadline : p.deadline + RECOVERABLE_AFTER_S;
            if (block.timestamp < from) revert RecoverableLater(from);
        }
        address receiver = token == address(0) ? destination : address(this);
        uint256 before = _balance(token, receiver);
        _passAlone(terms, salt, token, held);
        uint256 received = _balance(token, receiver) - before;
        if (received == 0) revert NothingToRecover();
        if (token != address(0)) IERC20(token).safeTransfer(destination, received);
        _emitRecovered(terms, hash, token, received);
    }

    /// @notice The hash that the buyer signs as nonce of the EIP-3009 or Permit2 message.
    function termsHash(Payment calldata p) external view returns (bytes32) {
        return TermsLib.hash(TermsLib.load(p, METHOD_OWN_TRANSACTION));
    }

    function _paySigned(Payment calldata p, uint8 method, bytes32 merchant, bytes calldata signature) private {
        (Terms memory terms, bytes32 hash) = _checked(p, method);
        (address target, bytes memory data) = _callOf(terms, hash, merchant, signature);
        _pull(terms, hash, target, data);
        _distribute(p, p.amount);
    }

    function _depositTerms(Payment calldata p)
        private
        view
        returns (Terms memory terms, bytes32 hash, bytes32 salt)
    {
        terms = TermsLib.load(p, METHOD_DEPOSIT);
        salt = _setDeposit(terms);
        hash = TermsLib.hash(terms);
    }

    function _checked(Payment calldata p, uint8 method) private view returns (Terms memory terms, bytes32 hash) {
        TermsLib.check(p);
        terms = TermsLib.load(p, method);
        hash = TermsLib.hash(terms);
    }

    /// Calls `target` to pull the payment, measures the amount received and emits Paid.
    function _pull(Terms memory terms, bytes32 hash, address target, bytes memory data) private {
        address token = terms.token;
        if (token.code.length == 0) revert NotAToken(token);
        uint256 before = BoundedCall.balanceOf(token, _receiverOf(terms));
        (bool ok, bytes memory reason) = BoundedCall.tryCall(target, gasleft(), data, REASON_BYTES_MAX);
        if (!ok) _revertFor(reason);
        _paidSince(terms, hash, before);
    }

    function _passAlone(Terms memory terms, bytes32 salt, address token, uint256 amount) private {
        _setPassing(token, terms.destination);
        (bool ok, bytes memory reason) = _pass(salt, amount);
        if (!ok) _revertFor(reason);
    }

    function _revertFor(bytes memory reason) private pure {
        if (reason.length == 0) revert PullFailed();
        BoundedCall.bubble(reason);
    }

    /// Measures the amount received and emits Paid.
    function _paidSince(Terms memory terms, bytes32 hash, uint256 before) private returns (uint256 received) {
        received = BoundedCall.balanceOf(terms.token, _receiverOf(terms)) - before;
        if (received < terms.amount) revert ReceivedLess(terms.amount, received);
        _emitPaid(terms, hash);
    }

    function _balance(address token, address account) private view returns (uint256) {
        return token == address(0) ? account.balance : BoundedCall.balanceOf(token, account);
    }

    /// @param received the amount, and what a deposit address held above it
    function _distribute(Payment calldata p, uint256 received) private {
        IERC20 token = IERC20(p.token);
        if (received != p.fee) token.safeTransfer(p.destination, received - p.fee);
        if (p.fee != 0) token.safeTransfer(p.feeReceiver, p.fee);
    }

    function _distributeNative(Payment calldata p) private {
        if (p.amount != p.fee) Address.sendValue(payable(p.destination), p.amount - p.fee);
        if (p.fee != 0) Address.sendValue(payable(p.feeReceiver), p.fee);
    }
}
