// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import "../../contracts/Payment.sol";
import {Terms} from "../../contracts/Terms.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {ContractWallet} from "../../contracts/test/ContractWallet.sol";
import {Buyer} from "./Buyer.sol";
import {RecordingRouter} from "./RecordingRouter.sol";

/// @notice Submits random payments, most of them good, and checks after each call where the money went.
contract Handler is Test {
    uint256 private constant BUYERS = 3;
    uint256 private constant FUNDS = 1e30;
    uint256 private constant HISTORY_MAX = 64;

    RecordingRouter private immutable router;
    TestToken3009[] private tokens;
    /// The tokens from this index on lie about what they move.
    uint256 private immutable hostileFrom;
    ContractWallet private immutable wallet;
    address[] private receivers;

    /// A payment that was submitted, to be submitted again.
    struct Signed {
        Payment payment;
        uint8 method;
        bytes signature;
    }

    Signed[] private history;
    uint256 private state;
    uint256 private payments;

    mapping(bytes32 termsHash => mapping(uint8 method => uint256)) private timesPaid;
    mapping(address account => int256) private expected;
    mapping(address account => uint256) private before;

    uint256 public calls;
    uint256 public settledCount;

    constructor(RecordingRouter router_, TestToken3009[] memory tokens_, uint256 hostileFrom_) {
        (router, tokens, hostileFrom) = (router_, tokens_, hostileFrom_);
        wallet = new ContractWallet(vm.addr(1));
        receivers = [address(0xA1), address(0xA2), address(0xA3), address(0xF1), address(0xF2)];
        for (uint256 i; i < tokens.length; ++i) {
            for (uint256 j; j <= BUYERS; ++j) {
                address payer = _payer(j);
                tokens[i].mint(payer, FUNDS);
                vm.startPrank(payer);
                tokens[i].approve(address(router.permit2()), type(uint256).max);
                tokens[i].approve(address(router), type(uint256).max);
                vm.stopPrank();
                vm.deal(payer, FUNDS);
            }
        }
    }

    // ---------------------------------------------------------------------------------------------------- actions

    /// @notice A batch of up to two groups with up to two payouts with up to three payments.
    function settle(uint256 seed) external {
        state = seed;
        TestToken3009 token = tokens[_random(tokens.length)];
        Group[] memory groups = new Group[](1 + _random(2));
        uint256 count;
        for (uint256 i; i < groups.length; ++i) {
            groups[i] = _group(address(token));
            for (uint256 j; j < groups[i].payouts.length; ++j) count += groups[i].payouts[j].pulls.length;
        }
        _remember(address(token));
        uint256 settled = router.settle(address(token), groups);
        (uint256 paid, uint256 failed) = _take();
        assertEq(paid, settled, "settle returns another number of payments than it logs");
        assertEq(paid + failed, count, "a payment is neither paid nor failed, or both");
        _check(address(token));
    }

    function payAlone(uint256 seed) external {
        state = seed;
        address token = address(tokens[_random(tokens.length)]);
        Signed memory one = _random(4) == 0 && history.length > 0 ? history[_random(history.length)] : _sign(token);
        _remember(one.payment.token);
        bool ok;
        if (one.method == 0) {
            (ok,) = address(router).call(abi.encodeCall(router.payWithAuthorization, (one.payment, one.signature)));
        } else {
            (ok,) = address(router).call(
                abi.encodeCall(router.payWithPermit2, (one.payment, Buyer.MERCHANT, one.signature))
            );
        }
        (uint256 paid,) = _take();
        assertEq(paid, ok ? 1 : 0);
        _check(one.payment.token);
    }

    function payByTransaction(uint256 seed) external {
        state = seed;
        address token = _random(3) == 0 ? address(0) : address(tokens[_random(tokens.length)]);
        Payment memory p = _payment(token, _payer(_random(BUYERS + 1)));
        uint256 value = token == address(0) ? p.amount : 0;
        _remember(token);
        vm.prank(p.payer);
        (bool ok,) = address(router).call{value: value}(abi.encodeCall(router.pay, (p)));
        (uint256 paid,) = _take();
        assertEq(paid, ok ? 1 : 0);
        if (ok) {
            vm.prank(p.payer);
            (ok,) = address(router).call{value: value}(abi.encodeCall(router.pay, (p)));
            assertFalse(ok, "the same terms were paid twice");
        }
        _check(token);
    }

    // ------------------------------------------------------------------------------------------------------ checks

    function _remember(address token) private {
        ++calls;
        for (uint256 i; i < receivers.length; ++i) _set(token, receivers[i]);
        for (uint256 i; i <= BUYERS; ++i) _set(token, _payer(i));
        _set(token, address(router));
    }

    function _set(address token, address account) private {
        (before[account], expected[account]) = (_balance(token, account), 0);
    }

    /// Reads what the router has logged, and adds up what must have moved.
    function _take() private returns (uint256 count, uint256 failed) {
        Terms[] memory paid;
        (paid, failed) = router.take();
        count = paid.length;
        settledCount += count;
        for (uint256 i; i < count; ++i) {
            Terms memory terms = paid[i];
            assertEq(++timesPaid[router.hashOf(terms)][terms.method], 1, "terms were paid twice by one method");
            expected[terms.payer] -= int256(terms.amount);
            expected[terms.destination] += int256(terms.amount - terms.fee);
            expected[terms.feeReceiver] += int256(terms.fee);
        }
    }

    function _check(address token) private view {
        uint256 held = _balance(token, address(router));
        assertGe(held, before[address(router)], "the router lost money");
        for (uint256 i = hostileFrom; i < tokens.length; ++i) if (address(tokens[i]) == token) return;
        assertEq(held, before[address(router)], "money stayed in the router");
        for (uint256 i; i < receivers.length; ++i) _checkOne(token, receivers[i]);
        for (uint256 i; i <= BUYERS; ++i) _checkOne(token, _payer(i));
    }

    function _checkOne(address token, address account) private view {
        int256 moved = int256(_balance(token, account)) - int256(before[account]);
        assertEq(moved, expected[account], "the events and the balances differ");
    }

    function _balance(address token, address account) private view returns (uint256) {
        return token == address(0) ? account.balance : TestToken3009(token).balanceOf(account);
    }

    // ------------------------------------------------------------------------------------------- random payments

    function _group(address token) private returns (Group memory group) {
        Payment memory common = _payment(token, address(0));
        group.feeReceiver = common.feeReceiver;
        group.method = uint8(_random(20) == 0 ? 2 : _random(2));
        group.payouts = new Payout[](_random(3));
        for (uint256 i; i < group.payouts.length; ++i) {
            Payout memory payout = group.payouts[i];
            payout.destination = _payment(token, address(0)).destination;
            payout.merchant = Buyer.MERCHANT;
            payout.pulls = new Pull[](_random(4));
            for (uint256 j; j < payout.pulls.length; ++j) payout.pulls[j] = _pull(token, group, payout.destination);
        }
    }

    function _pull(address token, Group memory group, address destination) private returns (Pull memory) {
        if (_random(6) == 0 && history.length > 0) {
            Signed memory old = history[_random(history.length)];
            Payment memory q = old.payment;
            return Pull(q.key, q.payer, q.amount, q.fee, q.deadline, old.signature);
        }
        uint256 signer = _random(BUYERS + 1);
        Payment memory p = _payment(token, _payer(signer));
        (p.feeReceiver, p.destination) = (group.feeReceiver, destination);
        bytes memory signature = _signature(signer, group.method, p);
        return Pull(p.key, p.payer, p.amount, p.fee, p.deadline, signature);
    }

    function _sign(address token) private returns (Signed memory one) {
        uint256 signer = _random(BUYERS + 1);
        one.method = uint8(_random(2));
        one.payment = _payment(token, _payer(signer));
        one.signature = _signature(signer, one.method, one.payment);
    }

    function _signature(uint256 signer, uint8 method, Payment memory p) private returns (bytes memory signature) {
        uint256 key = _random(12) == 0 ? 99 : signer == BUYERS ? 1 : signer + 1;
        signature = method == 0 ? Buyer.signAuthorization(key, router, p) : Buyer.signPermit2(key, router, p);
        // The contract wallet's owner adds a byte: it answers, burns its gas, returns a megabyte, or thinks.
        if (signer == BUYERS) signature = abi.encodePacked(signature, uint8(_random(4)));
        if (_random(20) == 0) signature = abi.encodePacked(signature, "more");
        if (history.length < HISTORY_MAX) history.push(Signed(p, method, signature));
    }

    function _payment(address token, address payer) private returns (Payment memory p) {
        p.key = keccak256(abi.encode(++payments));
        p.token = token;
        p.payer = payer;
        p.amount = _random(25) == 0 ? 0 : _random(30) == 0 ? type(uint256).max - _random(3) : 1 + _random(1e12);
        uint256 kind = _random(25);
        p.fee = kind == 0 ? p.amount / 2 + _random(1e12) : kind == 1 ? 0 : kind == 2 ? p.amount : p.amount / 100;
        p.deadline = block.timestamp + (_random(25) == 0 ? 0 : 1 + _random(1000));
        p.destination = _receiver(0, 3, token);
        p.feeReceiver = _receiver(3, 2, token);
    }

    function _receiver(uint256 from, uint256 count, address token) private returns (address) {
        uint256 odd = _random(60);
        if (odd == 0) return address(router);
        if (odd == 1) return address(0);
        return odd == 2 ? token : receivers[from + _random(count)];
    }

    function _payer(uint256 index) private view returns (address) {
        return index == BUYERS ? address(wallet) : vm.addr(index + 1);
    }

    function _random(uint256 below) private returns (uint256) {
        state = uint256(keccak256(abi.encode(state)));
        return state % below;
    }
}
