// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import "../../contracts/Payment.sol";
import {PaymentRouter} from "../../contracts/PaymentRouter.sol";
import {Pulls} from "../../contracts/Pulls.sol";
import {Settlement} from "../../contracts/Settlement.sol";
import {Terms} from "../../contracts/Terms.sol";
import {FeeOnTransferToken} from "../../contracts/test/FeeOnTransferToken.sol";
import {NativeReceiver} from "../../contracts/test/NativeReceiver.sol";
import {DepositTest} from "./DepositTest.sol";
import {Recovery} from "./RecordingRouter.sol";
import {CallingToken, HonestToken} from "./Tokens.sol";

/// @notice Its transfers fail with as much data as it was told to.
contract FailingToken is HonestToken {
    uint256 public bytesReturned;

    function fail(uint256 size) external {
        bytesReturned = size;
    }

    function transfer(address, uint256) public view override returns (bool) {
        uint256 size = bytesReturned;
        assembly {
            revert(0x1000, size)
        }
    }
}

/// @notice The rules of sweeps. Each call must be a separate transaction, so that a deposit's contract is deleted.
/// forge-config: default.isolate = true
contract DepositsTest is DepositTest {
    function test_sweepAlone() public {
        Payment memory p = _payment();
        _send(p, p.amount);
        vm.recordLogs();
        router.sweep(p);
        _expectSplit(p, 1);
        _expectPaid(p);
    }

    function test_sweepInABatch() public {
        Payment memory p = _payment();
        _send(p, p.amount);
        assertEq(_settle(p), 1);
        _expectSplit(p, 1);
        _expectPaid(p);
    }

    function test_whatLiesAboveTheAmountGoesToTheDestination() public {
        Payment memory p = _payment();
        for (uint256 i = 1; i <= 2; ++i) {
            _send(p, p.amount + 5);
            if (i == 1) router.sweep(p);
            else assertEq(_settle(p), 1);
            Recovery[] memory recovered = router.takeRecovered();
            assertEq(recovered.length, 1);
            assertEq(recovered[0].amount, 5);
            assertEq(token.balanceOf(p.destination), i * (p.amount + 5 - p.fee));
            assertEq(token.balanceOf(p.feeReceiver), i * p.fee);
        }
    }

    function test_lessThanTheAmountIsNotSwept() public {
        Payment memory p = _payment();
        _send(p, p.amount - 1);
        _expectRefusal(p, abi.encodeWithSelector(Pulls.ReceivedLess.selector, p.amount, p.amount - 1));
        _send(p, 1);
        assertEq(_settle(p), 1);
        _expectSplit(p, 1);
    }

    function test_theDeadlineDoesNotMatterToASweep() public {
        Payment memory p = _payment();
        vm.warp(p.deadline + MONTH);
        _send(p, p.amount);
        router.sweep(p);
        _send(p, p.amount);
        assertEq(_settle(p), 1);
        _expectSplit(p, 2);
    }

    function test_termsThatNoPaymentHas() public {
        Payment memory p = _payment();
        (p.amount, p.fee) = (0, 0);
        _expectRefusal(p, abi.encodeWithSelector(AmountZero.selector));
        (p.amount, p.fee) = (5, 6);
        _expectRefusal(p, abi.encodeWithSelector(FeeAboveAmount.selector, 6, 5));
        (p.destination, p.fee) = (address(token), 1);
        _expectRefusal(p, abi.encodeWithSelector(DestinationRefused.selector, p.destination));
        (p.destination, p.feeReceiver) = (address(0xA1), address(router));
        _send(p, p.amount);
        _expectRefusal(p, abi.encodeWithSelector(FeeReceiverRefused.selector, p.feeReceiver));
        (p.token, p.feeReceiver) = (address(0x99), address(0xF1));
        vm.expectRevert(abi.encodeWithSelector(Settlement.NotAToken.selector, p.token));
        router.sweep(p);
    }

    function test_aFeeOfAllOrNothing() public {
        Payment memory p = _payment();
        for (uint256 i; i < 2; ++i) {
            p.fee = i * p.amount;
            _send(p, p.amount);
            router.sweep(p);
            _send(p, p.amount);
            assertEq(_settle(p), 1);
        }
        assertEq(token.balanceOf(p.destination), 2 * p.amount);
        assertEq(token.balanceOf(p.feeReceiver), 2 * p.amount);
    }

    function testFuzz_thePayerAndTheChainAreNoPartOfTheAddress(address payer, uint32 chain) public {
        Payment memory p = _payment();
        address deposit = router.depositAddress(p);
        (p.payer) = payer;
        vm.chainId(uint256(chain) + 1);
        assertEq(router.depositAddress(p), deposit);
        _send(p, p.amount);
        router.sweep(p);
        _expectSplit(p, 1);
    }

    function test_eachOtherTermIsPartOfTheAddress() public view {
        address[8] memory deposits;
        for (uint256 i; i < 8; ++i) {
            Payment memory p = _payment();
            if (i == 1) p.destination = address(1);
            if (i == 2) p.key = "other";
            if (i == 3) ++p.amount;
            if (i == 4) ++p.fee;
            if (i == 5) ++p.deadline;
            if (i == 6) p.token = address(other);
            if (i == 7) p.feeReceiver = address(1);
            deposits[i] = router.depositAddress(p);
            for (uint256 j; j < i; ++j) assertNotEq(deposits[i], deposits[j]);
        }
    }

    function test_aSweepTakesCoinsToTheDestination() public {
        Payment memory p = _payment();
        p.destination = address(new NativeReceiver());
        for (uint256 i = 1; i <= 2; ++i) {
            vm.deal(router.depositAddress(p), 7);
            _send(p, p.amount);
            if (i == 1) router.sweep(p);
            else assertEq(_settle(p), 1);
            assertEq(p.destination.balance, 7 * i);
        }
        _expectSplit(p, 2);
    }

    function test_aTokenThatRefusesTheDeposit() public {
        Payment memory p = _payment();
        _send(p, p.amount);
        token.deny(router.depositAddress(p), true);
        _expectRefusal(p, abi.encodeWithSignature("Error(string)", "denied"));
        token.deny(router.depositAddress(p), false);
        assertEq(_settle(p), 1);
    }

    function test_aTokenThatFailsWithAnyReason() public {
        FailingToken failing = new FailingToken();
        Payment memory p = _payment();
        p.token = address(failing);
        failing.mint(router.depositAddress(p), p.amount);
        vm.expectRevert(PaymentRouter.PullFailed.selector);
        router.sweep(p);
        failing.fail(1000);
        _expectRefusal(p, new bytes(256));
        failing.fail(255);
        _expectRefusal(p, new bytes(255));
    }

    function test_aTokenThatKeepsAPartOfWhatLiesAboveTheAmount() public {
        FeeOnTransferToken greedy = new FeeOnTransferToken();
        Payment memory p = _payment();
        p.token = address(greedy);
        greedy.mint(router.depositAddress(p), 110);
        assertEq(_settle(p), 1);
        _expectRecovered(p, p.token, 9);
        assertEq(greedy.balanceOf(p.feeReceiver), 7);
        assertEq(greedy.balanceOf(p.destination), 101); // 109 arrived, and the payout of 102 lost 1
        assertEq(greedy.balanceOf(address(router)), 0);
    }

    function test_aSweepOfARivalFailsOnlyThatPaymentOfABatch() public {
        Payment memory p = _payment();
        _send(p, p.amount);
        router.sweep(p);
        Payment memory q = _payment();
        q.key = "another";
        _send(q, q.amount);
        Group[] memory groups = _batch(p);
        Pull memory first = groups[0].payouts[0].pulls[0];
        groups[0].payouts[0].pulls = new Pull[](3);
        groups[0].payouts[0].pulls[0] = first;
        groups[0].payouts[0].pulls[1] = _batch(q)[0].payouts[0].pulls[0];
        groups[0].payouts[0].pulls[2] = groups[0].payouts[0].pulls[1];
        router.take();
        assertEq(router.settle(p.token, groups), 1);
        (Terms[] memory paid, uint256 failed) = router.take();
        assertEq(paid[0].key, q.key);
        assertEq(failed, 2);
        _expectSplit(p, 2);
    }

    function test_noTransferEntersTheRouter() public {
        CallingToken calling = new CallingToken();
        Payment memory p = _payment();
        p.token = address(calling);
        bytes[3] memory calls = [
            abi.encodeCall(PaymentRouter.sweep, (p)),
            abi.encodeCall(PaymentRouter.recover, (p, address(0))),
            abi.encodeCall(Settlement.settle, (p.token, _batch(p)))
        ];
        for (uint256 i; i < 2 * calls.length; ++i) {
            calling.call(address(router), calls[i % calls.length]);
            calling.mint(router.depositAddress(p), p.amount);
            if (i < calls.length) router.sweep(p);
            else assertEq(_settle(p), 1);
            assertEq(
                calling.returned(),
                abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
            );
        }
    }

    function test_theRouterTakesNoUnknownCallAndNoCoins() public {
        (bool ok, bytes memory returned) = address(router).call("");
        assertTrue(ok);
        assertEq(returned, abi.encode(0, 0)); // what a deposit's contract asks, outside of a sweep
        assertEq(router.coinReceiver(), address(0));
        (ok,) = address(router).call(hex"01");
        assertFalse(ok);
        (ok,) = address(router).call(hex"0102030405");
        assertFalse(ok);
        (ok,) = address(router).call{value: 1}("");
        assertFalse(ok);
    }

    function test_atAnyGasAllOrNothing() public {
        Payment memory p = _payment();
        Payment memory q = _payment();
        q.key = "another";
        _send(p, p.amount);
        _send(q, q.amount);
        Group[] memory groups = _joined(_batch(p), _batch(q));
        _assertAllOrNothingAtAnyGas(p.token, groups, 1_400_000);
    }
}
