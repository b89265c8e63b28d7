// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BoundedCall} from "./BoundedCall.sol";
import {Frame} from "./Frame.sol";
import "./Payment.sol";
import {SignedPull} from "./SignedPull.sol";
import {Terms, TermsLib} from "./Terms.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";

/// @notice Makes many signed payments in one transaction.
abstract contract Settlement is ReentrancyGuardTransient {
    /// The most gas for one pull or payout of a batch. USDC and Permit2 take up to 60 000; the rest is for a contract
    /// wallet to check a signature. A payment that needs more can be submitted alone, without a limit.
    uint256 private constant CALL_GAS_MAX = 175_000;
    /// Enough for any Error(string) of the known tokens; longer errors are cut off.
    uint256 internal constant REASON_BYTES_MAX = 256;
    /// A reason wrapped in PayoutFailed: selector, receiver, offset, length, reason.
    uint256 private constant FRAME_BYTES_MAX = 4 + 3 * 32 + REASON_BYTES_MAX;

    uint8 internal constant METHOD_EIP3009 = 0;
    uint8 internal constant METHOD_PERMIT2 = 1;

    /// @notice The Permit2 contract this router pulls through.
    ISignatureTransfer public immutable permit2;

    /// @notice A payment was made: its destination and fee receiver got their parts in this transaction. The fields but
    /// `method`, with the chain's id and this contract's address, are the terms.
    /// @param method 0: EIP-3009, 1: Permit2, 2: the payer's own transaction
    event Paid(
        bytes32 indexed key,
        bytes32 indexed termsHash,
        address indexed destination,
        address payer,
        uint256 amount,
        uint256 fee,
        uint256 deadline,
        address token,
        address feeReceiver,
        uint8 method
    );

    /// @notice A payment of a batch was skipped, and none of its money moved. The reason is an ABI-encoded error of the
    /// token, Permit2 or the router, or empty if the callee gave none. Anyone can cause this event with a wrong
    /// signature, so it does not imply that the payment is not made elsewhere.
    event PaymentFailed(
        bytes32 indexed key,
        bytes32 indexed termsHash,
        address indexed payer,
        address token,
        uint256 amount,
        bytes reason
    );

    error MethodUnknown(uint8 method);
    error NotAToken(address token);
    error NotEnoughGas(uint256 gasLeft);
    error OnlySelf(address caller);
    error PayoutFailed(address receiver, bytes reason);
    error ReceivedLess(uint256 expected, uint256 received);
    /// The payments of a payout brought another sum than theirs. `settleGroup` then has each measured.
    error ReceivedOther();

    constructor(ISignatureTransfer permit2_) {
        permit2 = permit2_;
    }

    /// @notice Makes many signed payments in one token. A payment that fails is skipped with PaymentFailed and does not
    /// stop the others. The payments of a payout share one transfer, and the fees of a group are one transfer; if its
    /// receiver cannot be paid, only these payments fail.
    /// @return settled the number of payments made
    function settle(address token, Group[] calldata groups) external nonReentrant returns (uint256 settled) {
        if (token.code.length == 0) revert NotAToken(token);
        uint256 balance = BoundedCall.balanceOfThis(token);
        bytes memory frame = Frame.create(this.settleGroup.selector);
        for (uint256 i; i < groups.length; ++i) {
            Frame.setGroup(frame, i, balance);
            (bool ok, bytes memory returned) = _callFrame(frame);
            if (ok) {
                uint256 count;
                (balance, count) = abi.decode(returned, (uint256, uint256));
                settled += count;
            } else {
                Group calldata group = groups[i];
                for (uint256 j; j < group.payouts.length; ++j) {
                    _failPayout(token, group, group.payouts[j], returned);
                }
            }
        }
    }

    /// @notice One fee receiver's part of `settle`, in a separate call so that it can revert as a whole. Only this
    /// contract may call it. The unnamed arguments are for `settlePayout`.
    /// @param index of the group
    /// @param balance the router's balance of the token before
    /// @return the router's balance after, and the number of payments made
    function settleGroup(address token, Group[] calldata groups, uint256 index, uint256, uint256 balance, bool)
        external
        onlySelf
        returns (uint256, uint256)
    {
        Group calldata group = groups[index];
        uint256 settled;
        uint256 fees;
        bytes memory frame = Frame.nested(this.settlePayout.selector);
        for (uint256 i; i < group.payouts.length; ++i) {
            Frame.setPayout(frame, i, balance, false);
            (bool ok, bytes memory returned) = _callFrame(frame);
            if (!ok && bytes4(returned) == ReceivedOther.selector) {
                Frame.setPayout(frame, i, balance, true);
                (ok, returned) = _callFrame(frame);
            }
            if (ok) {
                uint256 count;
                uint256 payoutFees;
                (balance, count, payoutFees) = abi.decode(returned, (uint256, uint256, uint256));
                settled += count;
                fees += payoutFees;
            } else {
                _failPayout(token, group, group.payouts[i], returned);
            }
        }
        if (fees != 0) {
            address receiver = group.feeReceiver;
            if (TermsLib.refused(token, receiver)) revert FeeReceiverRefused(receiver);
            _payOut(token, receiver, fees);
        }
        return (balance - fees, settled);
    }

    /// @notice One destination's part of `settle`, in a separate call so that it can revert as a whole. Only this
    /// contract may call it.
    /// @param groupIndex of the payout's group
    /// @param index of the payout
    /// @param balance the router's balance of the token before
    /// @param each whether to measure each payment. Measuring their sum is cheaper, and enough unless the token pulled
    /// another amount than it was asked to; then this reverts with ReceivedOther.
    /// @return the router's balance after, the number of payments made, and their fees, which remain for `settleGroup`
    /// to pay out
    function settlePayout(
        address token,
        Group[] calldata groups,
        uint256 groupIndex,
        uint256 index,
        uint256 balance,
        bool each
    ) external onlySelf returns (uint256, uint256, uint256) {
        Payout calldata payout = groups[groupIndex].payouts[index];
        Terms memory terms = TermsLib.common(token, groups[groupIndex], payout.destination);
        if (TermsLib.refused(token, terms.destination)) revert DestinationRefused(terms.destination);

        bytes32 merchant = payout.merchant;
        Pull[] calldata pulls = payout.pulls;
        uint256 settled;
        uint256 amounts;
        uint256 fees;
        uint256 held = balance;
        uint256 free = _freeMemory();
        for (uint256 i; i < pulls.length; ++i) {
            _setFreeMemory(free); // so that memory, whose price rises, does not grow with each payment
            Pull calldata pull = pulls[i];
            TermsLib.set(terms, pull);
            bytes32 hash = TermsLib.hash(terms);
            (bool ok, bytes memory reason) = _tryPull(terms, hash, merchant, pull.signature);
            if (ok && each) (ok, reason, held) = _measure(token, terms.amount, held);
            if (ok) {
                unchecked {
                    ++settled;
                    amounts += terms.amount;
                    // More than any token has: only a token that pulls nothing says that it has pulled this.
                    if (amounts < terms.amount) revert ReceivedOther();
                    fees += terms.fee; // each fee <= its amount
                }
                _emitPaid(terms, hash);
            } else {
                _emitFailed(terms, hash, reason);
            }
        }
        unchecked {
            if (!each && settled != 0) {
                held = BoundedCall.balanceOfThis(token);
                if (held - balance != amounts) revert ReceivedOther();
            }
            // Cannot overflow: this much was measured to arrive.
            amounts -= fees;
            if (amounts != 0) _payOut(token, terms.destination, amounts);
            return (held - amounts, settled, fees);
        }
    }

    /// @param held the router's balance when it was last measured
    /// @return whether the amount arrived, else the reason to skip the payment, and the balance now. Reverts if a part
    /// arrived: then the token keeps part of each transfer, so all of this destination's payments fail.
    function _measure(address token, uint256 amount, uint256 held)
        private
        view
        returns (bool, bytes memory reason, uint256)
    {
        uint256 balanceNow = BoundedCall.balanceOfThis(token);
        uint256 received = balanceNow > held ? balanceNow - held : 0;
        if (received >= amount) return (true, reason, balanceNow);
        if (received != 0) revert ReceivedLess(amount, received);
        return (false, abi.encodeWithSelector(ReceivedLess.selector, amount, received), balanceNow);
    }

    // ------------------------------------------------------------------------------------------------ moving money

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
    }

    function _tryPull(Terms memory terms, bytes32 hash, bytes32 merchant, bytes calldata signature)
        private
        returns (bool ok, bytes memory reason)
    {
        reason = TermsLib.reasonAgainst(terms);
        if (reason.length != 0) return (false, reason);
        if (!BoundedCall.affords(CALL_GAS_MAX)) revert NotEnoughGas(gasleft());
        (address target, bytes memory data) = _callOf(terms, hash, merchant, signature);
        if (target == address(0)) return (false, abi.encodeWithSelector(MethodUnknown.selector, terms.method));
        return BoundedCall.tryCall(target, CALL_GAS_MAX, data, REASON_BYTES_MAX);
    }

    /// A transfer whose failure the frame can name. Like SafeERC20, it accepts a token that returns nothing.
    function _payOut(address token, address receiver, uint256 amount) private {
        bytes memory data = abi.encodeCall(IERC20.transfer, (receiver, amount));
        if (!BoundedCall.affords(CALL_GAS_MAX)) revert NotEnoughGas(gasleft());
        (bool ok, bytes memory returned) = BoundedCall.tryCall(token, CALL_GAS_MAX, data, REASON_BYTES_MAX);
        if (!ok || (returned.length != 0 && uint256(bytes32(returned)) != 1)) {
            revert PayoutFailed(receiver, returned);
        }
    }

    // ------------------------------------------------------------------------------------------------------ frames

    modifier onlySelf() {
        if (msg.sender != address(this)) revert OnlySelf(msg.sender);
        _;
    }

    function _callFrame(bytes memory frame) private returns (bool ok, bytes memory returned) {
        (ok, returned) = BoundedCall.tryCall(address(this), gasleft(), frame, FRAME_BYTES_MAX);
        // A frame that fails without a reason ran out of gas: all its errors have names.
        if (!ok && (returned.length == 0 || bytes4(returned) == NotEnoughGas.selector)) {
            revert NotEnoughGas(gasleft());
        }
    }

    function _freeMemory() private pure returns (uint256 pointer) {
        assembly ("memory-safe") {
            pointer := mload(0x40)
        }
    }

    /// Nothing allocated behind the pointer may be used afterwards.
    function _setFreeMemory(uint256 pointer) private pure {
        assembly ("memory-safe") {
            mstore(0x40, pointer)
        }
    }

    // ------------------------------------------------------------------------------------------------------ events

    /// emit Paid(key, hash, destination, payer, …, method), whose data is in memory as it is logged
    function _emitPaid(Terms memory terms, bytes32 hash) internal virtual {
        (bytes32 topic, bytes32 key, address destination) = (Paid.selector, terms.key, terms.destination);
        assembly ("memory-safe") {
            log4(add(terms, 0x80), 0xe0, topic, key, hash, destination)
        }
    }

    function _emitFailed(Terms memory terms, bytes32 hash, bytes memory reason) internal virtual {
        emit PaymentFailed(terms.key, hash, terms.payer, terms.token, terms.amount, reason);
    }

    function _failPayout(address token, Group calldata group, Payout calldata payout, bytes memory reason) private {
        Terms memory terms = TermsLib.common(token, group, payout.destination);
        for (uint256 i; i < payout.pulls.length; ++i) {
            TermsLib.set(terms, payout.pulls[i]);
            _emitFailed(terms, TermsLib.hash(terms), reason);
        }
    }
}
