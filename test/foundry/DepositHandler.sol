// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import "../../contracts/Payment.sol";
import {Terms} from "../../contracts/Terms.sol";
import {NativeReceiver} from "../../contracts/test/NativeReceiver.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {Buyer} from "./Buyer.sol";
import {Recovery, RecordingRouter} from "./RecordingRouter.sol";
import {DenyingToken, RebasingToken} from "./Tokens.sol";

/// @notice Sends random money to deposit addresses, and has strangers sweep and recover it in any order. Each payment
/// has its own destination and fee receiver, so their balances show where each address's money went.
contract DepositHandler is Test {
    uint256 private constant PAYMENTS = 6;
    uint256 private constant BUYER = 1;

    RecordingRouter private immutable router;
    TestToken3009[] private tokens;
    /// The tokens from this index on keep a part of transfers, or lie about what they move.
    uint256 private immutable hostileFrom;
    DenyingToken private immutable denying;
    RebasingToken private immutable rebasing;

    Payment[] private payments;
    mapping(uint256 payment => mapping(address token => uint256)) public sent;
    mapping(bytes32 key => uint256) private indices;
    mapping(uint256 payment => uint256) private timesPaid;
    mapping(uint256 payment => mapping(address token => uint256)) private recovered;

    uint256 private state;
    uint256 private nonces;
    uint256 public sweeps;
    uint256 public authorized;
    uint256 public recoveries;

    constructor(
        RecordingRouter router_,
        TestToken3009[] memory tokens_,
        uint256 hostileFrom_,
        DenyingToken denying_,
        RebasingToken rebasing_
    ) {
        (router, tokens, hostileFrom, denying, rebasing) = (router_, tokens_, hostileFrom_, denying_, rebasing_);
        for (uint256 i; i < PAYMENTS; ++i) {
            // Two payments of each of three tokens; the first destination refuses coins.
            address destination = i == 0 ? address(new NativeReceiver()) : address(uint160(0xA100 + i));
            address token = address(tokens[(i / 2 * 3) % tokens.length]);
            uint256 deadline = block.timestamp + 1000 * (i + 1);
            payments.push(
                Payment(destination, bytes32(i), address(0), 1000, i, deadline, token, address(uint160(0xF100 + i)))
            );
            indices[bytes32(i)] = i;
        }
    }

    // ---------------------------------------------------------------------------------------------------- actions

    function send(uint256 seed) external {
        state = seed;
        uint256 i = _random(PAYMENTS);
        address deposit = router.depositAddress(payments[i]);
        uint256 amount = _random(3) == 0 ? payments[i].amount : 1 + _random(1500);
        uint256 kind = _random(tokens.length + 2);
        if (kind == tokens.length) {
            vm.deal(deposit, deposit.balance + amount);
            sent[i][address(0)] += amount;
            return;
        }
        address token = kind > tokens.length ? payments[i].token : address(tokens[kind]);
        if (token == address(denying) && denying.denied(deposit)) return;
        TestToken3009(token).mint(deposit, amount);
        sent[i][token] += amount;
    }

    function sweep(uint256 seed) external {
        state = seed;
        uint256 i = _random(PAYMENTS);
        (bool ok,) = address(router).call(abi.encodeCall(router.sweep, (payments[i])));
        assertEq(_take(), ok ? 1 : 0, "a sweep pays one payment, or fails");
    }

    /// @notice A batch of all payments in the token of one, and of one payment twice.
    function settle(uint256 seed) external {
        state = seed;
        address token = payments[_random(PAYMENTS)].token;
        Group[] memory groups = new Group[](PAYMENTS + 1);
        for (uint256 i; i <= PAYMENTS; ++i) {
            Payment memory p = payments[i == PAYMENTS ? _random(PAYMENTS) : i];
            groups[i] = Group(p.feeReceiver, 3, new Payout[](1));
            groups[i].payouts[0] = Payout(p.destination, 0, new Pull[](1));
            groups[i].payouts[0].pulls[0] = Pull(p.key, p.payer, p.amount, p.fee, p.deadline, "");
        }
        uint256 settled = router.settle(token, groups);
        assertEq(_take(), settled, "settle returns another number of payments than it logs");
    }

    /// @notice A transfer that a buyer has authorised, of any amount, made with the sweep, alone or in a batch.
    function authorize(uint256 seed) external {
        state = seed;
        uint256 i = _random(PAYMENTS);
        Payment memory p = payments[i];
        address buyer = vm.addr(BUYER);
        uint256 value = _random(3) == 0 ? p.amount : 1 + _random(1500);
        TestToken3009(p.token).mint(buyer, value);
        uint256 before = _balance(p.token, buyer);
        bytes memory signed = Buyer.signTransfer(BUYER, router, p, buyer, value, bytes32(++nonces));
        if (_random(2) == 0) {
            (bool ok,) = address(router).call(abi.encodeCall(router.sweepWithAuthorization, (p, signed)));
            assertEq(_take(), ok ? 1 : 0, "a sweep pays one payment, or fails");
        } else {
            Group[] memory groups = new Group[](1);
            groups[0] = Group(p.feeReceiver, 3, new Payout[](1));
            groups[0].payouts[0] = Payout(p.destination, 0, new Pull[](1));
            groups[0].payouts[0].pulls[0] = Pull(p.key, p.payer, p.amount, p.fee, p.deadline, signed);
            uint256 settled = router.settle(p.token, groups);
            assertEq(_take(), settled, "settle returns another number of payments than it logs");
            if (settled == 1) ++authorized;
        }
        sent[i][p.token] += before - _balance(p.token, buyer);
    }

    function recover(uint256 seed) external {
        state = seed;
        uint256 i = _random(PAYMENTS);
        uint256 kind = _random(tokens.length + 2);
        address token = kind == tokens.length
            ? address(0)
            : kind > tokens.length ? payments[i].token : address(tokens[kind]);
        uint256 held = token == payments[i].token ? _balance(token, router.depositAddress(payments[i])) : 0;
        (bool ok,) = address(router).call(abi.encodeCall(router.recover, (payments[i], token)));
        assertEq(_take(), 0, "recovering pays nothing");
        if (!ok) return;
        ++recoveries;
        if (token != payments[i].token) return;
        uint256 wait = held < payments[i].amount ? 0 : 30 days;
        assertGe(block.timestamp, payments[i].deadline + wait, "a stranger recovered what may still pay");
    }

    function pass(uint256 seed) external {
        state = seed;
        vm.warp(block.timestamp + (_random(20) == 0 ? 20 days : _random(500)));
        Payment storage p = payments[_random(PAYMENTS)];
        address account = [p.destination, p.feeReceiver, router.depositAddress(p)][_random(3)];
        denying.deny(account, !denying.denied(account) && _random(3) == 0);
        rebasing.rebase(9e17 + _random(2e17));
    }

    // ------------------------------------------------------------------------------------------------------ checks

    /// Reads what the router has logged.
    function _take() private returns (uint256 count) {
        (Terms[] memory paid,) = router.take();
        for (uint256 i; i < paid.length; ++i) ++timesPaid[indices[paid[i].key]];
        Recovery[] memory list = router.takeRecovered();
        for (uint256 i; i < list.length; ++i) {
            recovered[indices[list[i].key]][list[i].token] += list[i].amount;
        }
        sweeps += paid.length;
        return paid.length;
    }

    /// @notice What came to an address lies there, or went to its destination and, once per payment, its fee receiver.
    function check() external view {
        for (uint256 i; i < PAYMENTS; ++i) {
            _checkCoins(i);
            for (uint256 j; j < hostileFrom; ++j) _check(i, address(tokens[j]));
        }
    }

    function _check(uint256 i, address token) private view {
        Payment memory p = payments[i];
        uint256 times = token == p.token ? timesPaid[i] : 0;
        uint256 gone = sent[i][token] - _balance(token, router.depositAddress(p));
        assertEq(_balance(token, p.feeReceiver), times * p.fee, "the fee receiver has other than its fees");
        assertEq(_balance(token, p.destination), gone - times * p.fee, "money went elsewhere");
        assertEq(gone, times * p.amount + recovered[i][token], "the events and the balances differ");
        assertEq(_balance(token, address(router)), 0, "money stayed in the router");
    }

    /// A sweep takes coins along without an event.
    function _checkCoins(uint256 i) private view {
        Payment memory p = payments[i];
        uint256 gone = sent[i][address(0)] - router.depositAddress(p).balance;
        assertEq(p.destination.balance, gone, "coins went elsewhere");
        assertGe(gone, recovered[i][address(0)]);
        assertEq(address(router).balance, 0, "coins stayed in the router");
    }

    function _balance(address token, address account) private view returns (uint256) {
        return TestToken3009(token).balanceOf(account);
    }

    function _random(uint256 below) private returns (uint256) {
        state = uint256(keccak256(abi.encode(state)));
        return state % below;
    }
}
