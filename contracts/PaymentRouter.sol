// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BoundedCall} from "./BoundedCall.sol";
import {Frame} from "./Frame.sol";
import "./Payment.sol";
import {SignedPull} from "./SignedPull.sol";
import {Terms} from "./Terms.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";

/// @title Payment router
/// @notice Takes a payment from the buyer and passes it on, less the fee, in the same call. It has no owner and no
/// upgrade, and holds nothing between calls. Anyone may submit any payment: the buyer signs the hash of the terms (as
/// nonce of the EIP-3009 or Permit2 message), so the money always goes where the buyer agreed. Only a Paid event proves
/// a payment; its amount has been measured.
contract PaymentRouter is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// The most gas for one pull or payout of a batch. USDC and Permit2 take up to 80 000; the rest is for contract
    /// wallets. A payment that needs more can be submitted alone, without a limit.
    uint256 private constant CALL_GAS_MAX = 300_000;
    /// Enough for any Error(string) of the known tokens; longer errors are cut off.
    uint256 private constant REASON_BYTES_MAX = 256;
    /// A reason wrapped in PayoutFailed: selector, destination, offset, length, reason.
    uint256 private constant FRAME_BYTES_MAX = 4 + 3 * 32 + REASON_BYTES_MAX;

    uint8 private constant METHOD_EIP3009 = 0;
    uint8 private constant METHOD_PERMIT2 = 1;

    /// @notice The Permit2 contract this router pulls through.
    ISignatureTransfer public immutable permit2;

    /// @notice True for the hash of terms paid by `pay`, which has no signed nonce to prevent a second payment.
    mapping(bytes32 termsHash => bool) public paid;

    /// @notice A payment was made: its destination and fee receiver got their parts in this transaction.
    event Paid(
        bytes32 indexed key,
        bytes32 indexed termsHash,
        address token,
        address payer,
        uint256 amount,
        address destination,
        uint256 fee
    );

    /// @notice A payment of a batch was skipped, and none of its money moved. The reason is an ABI-encoded error of the
    /// token, Permit2 or the router, or empty if the callee gave none. Anyone can cause this event with a wrong
    /// signature, so it does not imply that the payment is not made elsewhere.
    event PaymentFailed(bytes32 indexed key, bytes32 indexed termsHash, bytes reason);

    error AlreadyPaid(bytes32 termsHash);
    error MethodUnknown(uint8 method);
    error NotAToken(address token);
    error NotEnoughGas(uint256 gasLeft);
    error OnlySelf(address caller);
    error PayerNotCaller(address payer, address caller);
    error PayoutFailed(address destination, bytes reason);
    error PullFailed();
    error ReceivedLess(uint256 expected, uint256 received);
    error ValueMismatch(uint256 expected, uint256 received);

    constructor(ISignatureTransfer permit2_) {
        permit2 = permit2_;
    }

    // ------------------------------------------------------------------------------------------------ one payment

    /// @notice Makes a payment that the buyer authorised by an EIP-3009 ReceiveWithAuthorization message to this
    /// router: value = amount, validAfter = 0, validBefore = deadline, nonce = termsHash. Reverts with the token's own
    /// error.
    /// @param signature 65 bytes (r, s, v) use the token's (v, r, s) function, any other length its bytes function
    /// (ERC-7598)
    function payWithAuthorization(Payment calldata p, bytes calldata signature) external nonReentrant {
        Terms.check(p);
        bytes32 hash = Terms.hash(p);
        bytes memory data = SignedPull.authorization(p.payer, p.amount, p.deadline, hash, signature);
        _pull(p, hash, p.token, data);
        _distribute(p);
    }

    /// @notice Makes a payment that the buyer authorised by a Permit2 PermitTransferFrom message with this router as
    /// spender: permitted = (token, amount), nonce = uint256(termsHash), deadline. Reverts with Permit2's or the
    /// token's own error.
    function payWithPermit2(Payment calldata p, bytes calldata signature) external nonReentrant {
        Terms.check(p);
        bytes32 hash = Terms.hash(p);
        bytes memory data = SignedPull.permit(p.token, p.payer, p.amount, p.deadline, hash, signature);
        _pull(p, hash, address(permit2), data);
        _distribute(p);
    }

    /// @notice Makes a payment from the caller's own account: in native coin, sent as value, or in a token that the
    /// caller has approved for this router. The same terms can be paid in this way only once.
    function pay(Payment calldata p) external payable nonReentrant {
        Terms.check(p);
        bytes32 hash = Terms.hash(p);
        if (msg.sender != p.payer) revert PayerNotCaller(p.payer, msg.sender);
        if (paid[hash]) revert AlreadyPaid(hash);
        uint256 value = p.token == address(0) ? p.amount : 0;
        if (msg.value != value) revert ValueMismatch(value, msg.value);

        paid[hash] = true;
        if (p.token == address(0)) {
            _emitPaid(p, hash);
            _distributeNative(p);
        } else {
            _pull(p, hash, p.token, abi.encodeCall(IERC20.transferFrom, (p.payer, address(this), p.amount)));
            _distribute(p);
        }
    }

    // ----------------------------------------------------------------------------------------------------- a batch

    /// @notice Makes many signed payments in one token. A payment that fails is skipped with PaymentFailed and does not
    /// stop the others. Payments to one destination share one transfer, and all fees are one transfer.
    /// @return settled the number of payments made
    function settle(address token, address feeReceiver, Payout[] calldata payouts)
        external
        nonReentrant
        returns (uint256 settled)
    {
        if (token.code.length == 0) revert NotAToken(token);
        uint256 balance = BoundedCall.balanceOfThis(token);
        uint256 fees;
        bytes memory frame = Frame.create(this.settlePayout.selector);
        for (uint256 i; i < payouts.length; ++i) {
            Frame.set(frame, i, balance);
            (bool ok, bytes memory returned) =
                BoundedCall.tryCall(address(this), gasleft(), frame, FRAME_BYTES_MAX);
            if (ok) {
                (uint256 balanceNow, uint256 count, uint256 payoutFees) =
                    abi.decode(returned, (uint256, uint256, uint256));
                balance = balanceNow;
                settled += count;
                fees += payoutFees;
            } else {
                // A frame that fails without a reason ran out of gas: all its errors have names.
                if (returned.length == 0 || bytes4(returned) == NotEnoughGas.selector) revert NotEnoughGas(gasleft());
                _emitFailed(token, feeReceiver, payouts[i], returned);
            }
        }
        if (fees != 0) {
            if (Terms.refused(token, feeReceiver)) revert FeeReceiverRefused(feeReceiver);
            IERC20(token).safeTransfer(feeReceiver, fees);
        }
    }

    /// @notice One destination's part of `settle`, in a separate call so that it can revert as a whole. Only this
    /// contract may call it.
    /// @param index of the payout
    /// @param balance the router's balance of the token before
    /// @return the router's balance after, the number of payments made, and their fees, which remain for `settle` to
    /// pay out
    function settlePayout(
        address token,
        address feeReceiver,
        Payout[] calldata payouts,
        uint256 index,
        uint256 balance
    ) external returns (uint256, uint256, uint256) {
        if (msg.sender != address(this)) revert OnlySelf(msg.sender);
        Payout calldata payout = payouts[index];
        address destination = payout.destination;
        Pull[] calldata pulls = payout.pulls;
        if (Terms.refused(token, destination)) revert DestinationRefused(destination);

        uint256 settled;
        uint256 amounts;
        uint256 fees;
        for (uint256 i; i < pulls.length; ++i) {
            Pull calldata pull = pulls[i];
            (bytes32 key, address payer, uint256 amount, uint256 fee) = (pull.key, pull.payer, pull.amount, pull.fee);
            bytes32 hash = Terms.hash(key, token, payer, amount, destination, fee, feeReceiver, pull.deadline);
            (bool ok, bytes memory reason) = _tryPull(token, payer, amount, fee, hash, pull);
            if (ok) {
                uint256 balanceNow = BoundedCall.balanceOfThis(token);
                uint256 received = balanceNow > balance ? balanceNow - balance : 0;
                balance = balanceNow;
                if (received >= amount) {
                    // Cannot overflow: this much was measured to arrive, and fee <= amount.
                    unchecked {
                        ++settled;
                        amounts += amount;
                        fees += fee;
                    }
                    emit Paid(key, hash, token, payer, amount, destination, fee);
                    continue;
                }
                // The token keeps part of each transfer, so all of this destination's payments fail.
                if (received != 0) revert ReceivedLess(amount, received);
                reason = abi.encodeWithSelector(ReceivedLess.selector, amount, received);
            }
            emit PaymentFailed(key, hash, reason);
        }
        unchecked {
            amounts -= fees;
            if (amounts != 0) _payOut(token, destination, amounts);
            return (balance - amounts, settled, fees);
        }
    }

    // ------------------------------------------------------------------------------------------------------- reads

    /// @notice The hash that the buyer signs as nonce of the EIP-3009 or Permit2 message.
    function termsHash(Payment calldata p) external view returns (bytes32) {
        return Terms.hash(p);
    }

    // ------------------------------------------------------------------------------------------------- moving money

    /// Calls `target` to pull the payment, measures the amount received and emits Paid.
    function _pull(Payment calldata p, bytes32 hash, address target, bytes memory data) private {
        if (p.token.code.length == 0) revert NotAToken(p.token);
        uint256 before = BoundedCall.balanceOfThis(p.token);
        (bool ok, bytes memory reason) = BoundedCall.tryCall(target, gasleft(), data, REASON_BYTES_MAX);
        if (!ok) {
            if (reason.length == 0) revert PullFailed();
            BoundedCall.bubble(reason);
        }
        uint256 received = BoundedCall.balanceOfThis(p.token) - before;
        if (received < p.amount) revert ReceivedLess(p.amount, received);
        _emitPaid(p, hash);
    }

    function _tryPull(
        address token,
        address payer,
        uint256 amount,
        uint256 fee,
        bytes32 hash,
        Pull calldata pull
    ) private returns (bool ok, bytes memory reason) {
        uint256 deadline = pull.deadline;
        reason = Terms.reasonAgainst(amount, fee, deadline);
        if (reason.length != 0) return (false, reason);
        if (!BoundedCall.affords(CALL_GAS_MAX)) revert NotEnoughGas(gasleft());
        uint8 method = pull.method;
        if (method == METHOD_EIP3009) {
            bytes memory data = SignedPull.authorization(payer, amount, deadline, hash, pull.signature);
            return BoundedCall.tryCall(token, CALL_GAS_MAX, data, REASON_BYTES_MAX);
        }
        if (method == METHOD_PERMIT2) {
            bytes memory data = SignedPull.permit(token, payer, amount, deadline, hash, pull.signature);
            return BoundedCall.tryCall(address(permit2), CALL_GAS_MAX, data, REASON_BYTES_MAX);
        }
        return (false, abi.encodeWithSelector(MethodUnknown.selector, method));
    }

    /// A transfer whose failure the frame can name. Like SafeERC20, it accepts a token that returns nothing.
    function _payOut(address token, address destination, uint256 amount) private {
        bytes memory data = abi.encodeCall(IERC20.transfer, (destination, amount));
        if (!BoundedCall.affords(CALL_GAS_MAX)) revert NotEnoughGas(gasleft());
        (bool ok, bytes memory returned) = BoundedCall.tryCall(token, CALL_GAS_MAX, data, REASON_BYTES_MAX);
        if (!ok || (returned.length != 0 && uint256(bytes32(returned)) != 1)) {
            revert PayoutFailed(destination, returned);
        }
    }

    function _distribute(Payment calldata p) private {
        IERC20 token = IERC20(p.token);
        if (p.amount != p.fee) token.safeTransfer(p.destination, p.amount - p.fee);
        if (p.fee != 0) token.safeTransfer(p.feeReceiver, p.fee);
    }

    function _distributeNative(Payment calldata p) private {
        if (p.amount != p.fee) Address.sendValue(payable(p.destination), p.amount - p.fee);
        if (p.fee != 0) Address.sendValue(payable(p.feeReceiver), p.fee);
    }

    // ------------------------------------------------------------------------------------------------------ events

    function _emitPaid(Payment calldata p, bytes32 hash) private {
        emit Paid(p.key, hash, p.token, p.payer, p.amount, p.destination, p.fee);
    }

    function _emitFailed(address token, address feeReceiver, Payout calldata payout, bytes memory reason) private {
        for (uint256 i; i < payout.pulls.length; ++i) {
            Pull calldata pull = payout.pulls[i];
            bytes32 hash = Terms.hash(
                pull.key, token, pull.payer, pull.amount, payout.destination, pull.fee, feeReceiver, pull.deadline
            );
            emit PaymentFailed(pull.key, hash, reason);
        }
    }
}
