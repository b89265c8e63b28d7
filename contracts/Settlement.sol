// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BoundedCall} from "./BoundedCall.sol";
import {Frame} from "./Frame.sol";
import "./Payment.sol";
import {Pulls} from "./Pulls.sol";
import {Terms, TermsLib} from "./Terms.sol";

/// @notice Makes many signed payments in one transaction.
abstract contract Settlement is Pulls, ReentrancyGuardTransient {
    /// A reason wrapped in PayoutFailed: selector, receiver, offset, length, reason.
    uint256 private constant FRAME_BYTES_MAX = 4 + 3 * 32 + REASON_BYTES_MAX;

    /// @notice A payment was made: its destination and fee receiver got their parts in this transaction. The fields but
    /// `method`, with the chain's id and this contract's address, are the terms.
    /// @param method 0: EIP-3009, 1: Permit2, 2: the payer's own transaction, 3: a deposit, whose address is the payer,
    /// 4: a transfer to the destination that the payer has authorised under the nonce `key`
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

    /// @notice Money of a deposit address went to its destination without a fee: all of it by `recover`, or by a sweep
    /// what it held above the payment's amount. Coins that a sweep finds go to the destination without an event.
    event Recovered(
        bytes32 indexed key,
        bytes32 indexed termsHash,
        address indexed destination,
        address deposit,
        address token,
        uint256 amount
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

    error NotAToken(address token);
    error OnlySelf(address caller);
    error PayoutFailed(address receiver, bytes reason);
    /// The payments of a payout brought another sum than theirs. `settleGroup` then has each measured.
    error ReceivedOther();

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

        if (terms.method == METHOD_DEPOSIT) _setPassing(token, terms.destination);

        Pull[] calldata pulls = payout.pulls;
        uint256 settled;
        uint256 amounts;
        uint256 fees;
        address receiver = _receiverOf(terms);
        uint256 before = receiver == address(this) ? balance : BoundedCall.balanceOf(token, receiver);
        uint256 held = before;
        uint256 free = _freeMemory();
        for (uint256 i; i < pulls.length; ++i) {
            _setFreeMemory(free); // so that memory, whose price rises, does not grow with each payment
            uint256 came;
            (came, held) = _settleOne(terms, pulls[i], payout.merchant, each, held);
            if (came == 0) continue;
            unchecked {
                ++settled;
                amounts += came;
                // More than any token has: only a token that pulls nothing says that it has pulled this.
                if (amounts < came) revert ReceivedOther();
                fees += terms.fee; // each fee <= its amount
            }
        }
        unchecked {
            if (!each && settled != 0) {
                held = BoundedCall.balanceOf(token, receiver);
                if (held - before != amounts) revert ReceivedOther();
            }
            if (receiver != address(this)) return (balance, settled, 0);
            // Cannot overflow: this much was measured to arrive.
            amounts -= fees;
            if (amounts != 0) _payOut(token, terms.destination, amounts);
            return (held - amounts, settled, fees);
        }
    }

    /// @param held the receiver's balance when it was last measured
    /// @return came what the payment brought, or 0 if it failed
    /// @return the balance when it was last measured
    function _settleOne(Terms memory terms, Pull calldata pull, bytes32 merchant, bool each, uint256 held)
        private
        returns (uint256 came, uint256)
    {
        TermsLib.set(terms, pull);
        bytes32 hash;
        bool ok;
        bytes memory reason;
        (hash, ok, reason, came) = terms.method == METHOD_DEPOSIT
            ? _trySweep(terms, pull.signature)
            : _tryPull(terms, merchant, pull.signature);
        if (ok && each) (ok, reason, came, held) = _measure(terms, came, held);
        if (!ok) {
            _emitFailed(terms, hash, reason);
            return (0, held);
        }
        _emitPaid(terms, hash);
        if (came != terms.amount) _emitRecovered(terms, hash, terms.token, came - terms.amount);
        return (came, held);
    }

    /// @param came what the payment should have brought, at least its amount
    /// @param held the receiver's balance when it was last measured
    /// @return whether the amount arrived, else the reason to skip the payment; what came; and the balance now. Reverts
    /// if a part arrived: then the token keeps part of each transfer, so all of this destination's payments fail.
    function _measure(Terms memory terms, uint256 came, uint256 held)
        private
        view
        returns (bool, bytes memory reason, uint256, uint256)
    {
        uint256 amount = terms.amount;
        uint256 balanceNow = BoundedCall.balanceOf(terms.token, _receiverOf(terms));
        uint256 received = balanceNow > held ? balanceNow - held : 0;
        if (received >= amount) return (true, reason, received < came ? received : came, balanceNow);
        if (received != 0) revert ReceivedLess(amount, received);
        return (false, abi.encodeWithSelector(ReceivedLess.selector, amount, received), 0, balanceNow);
    }

    // ------------------------------------------------------------------------------------------------ moving money

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

    /// @param token the terms', or another one that lay on the deposit address
    function _emitRecovered(Terms memory terms, bytes32 hash, address token, uint256 amount) internal virtual {
        emit Recovered(terms.key, hash, terms.destination, terms.payer, token, amount);
    }

    function _emitFailed(Terms memory terms, bytes32 hash, bytes memory reason) internal virtual {
        emit PaymentFailed(terms.key, hash, terms.payer, terms.token, terms.amount, reason);
    }

    function _failPayout(address token, Group calldata group, Payout calldata payout, bytes memory reason) private {
        Terms memory terms = TermsLib.common(token, group, payout.destination);
        for (uint256 i; i < payout.pulls.length; ++i) {
            TermsLib.set(terms, payout.pulls[i]);
            if (terms.method == METHOD_DEPOSIT) _setDeposit(terms);
            _emitFailed(terms, TermsLib.hash(terms), reason);
        }
    }
}
