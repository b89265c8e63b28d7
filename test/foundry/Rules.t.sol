// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Vm} from "forge-std/Vm.sol";
import "../../contracts/Payment.sol";
import {PaymentRouter} from "../../contracts/PaymentRouter.sol";
import {Pulls} from "../../contracts/Pulls.sol";
import {Settlement} from "../../contracts/Settlement.sol";
import {NativeReceiver} from "../../contracts/test/NativeReceiver.sol";
import {ReentrantToken} from "../../contracts/test/ReentrantToken.sol";
import {SilentNonceToken} from "../../contracts/test/SilentNonceToken.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {Buyer} from "./Buyer.sol";
import {RouterTest} from "./Invariants.t.sol";
import {HonestToken} from "./Tokens.sol";

/// @notice Accepts every signature, for 300 000 gas.
contract SlowWallet {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 start = gasleft();
        while (start - gasleft() < 300_000) {}
        return this.isValidSignature.selector;
    }
}

/// @notice Each rule alone: at its limit a payment is made, and beyond it fails with the rule's own error, whether it
/// is submitted alone or in a batch.
contract RulesTest is RouterTest {
    uint256 private constant BUYER = 1;
    address private constant DESTINATION = address(0xA1);
    address private constant FEE_RECEIVER = address(0xF1);

    HonestToken private token;

    function setUp() public override {
        super.setUp();
        token = new HonestToken();
        _fund(token);
    }

    function test_deadline() public {
        Payment memory p = _payment();
        vm.warp(p.deadline);
        _expectRefusal(p, abi.encodeWithSelector(Expired.selector, p.deadline, p.deadline));
        vm.warp(p.deadline - 1);
        _expectPaid(p);
    }

    function test_amountOfZero() public {
        Payment memory p = _payment();
        (p.amount, p.fee) = (0, 0);
        _expectRefusal(p, abi.encodeWithSelector(AmountZero.selector));
        p.amount = 1;
        _expectPaid(p);
    }

    function test_feeAboveAmount() public {
        Payment memory p = _payment();
        p.fee = p.amount + 1;
        _expectRefusal(p, abi.encodeWithSelector(FeeAboveAmount.selector, p.fee, p.amount));
        p.fee = p.amount;
        _expectPaid(p);
    }

    function test_receiversThatWouldLoseTheMoney() public {
        address[3] memory lost = [address(0), address(token), address(router)];
        for (uint256 i; i < lost.length; ++i) {
            Payment memory p = _payment();
            p.destination = lost[i];
            _expectRefusal(p, abi.encodeWithSelector(DestinationRefused.selector, lost[i]));
            (p.destination, p.feeReceiver) = (DESTINATION, lost[i]);
            _expectRefusal(p, abi.encodeWithSelector(FeeReceiverRefused.selector, lost[i]));
            (p.key, p.fee) = (bytes32(i), 0);
            _expectPaid(p);
        }
    }

    /// Some tokens refuse to transfer nothing.
    function test_nothingIsNotTransferred() public {
        Payment memory p = _payment();
        for (uint256 fee; fee <= p.amount; fee += p.amount) {
            p.fee = fee;
            vm.mockCallRevert(address(token), abi.encodeCall(IERC20.transfer, (DESTINATION, 0)), "nothing");
            vm.mockCallRevert(address(token), abi.encodeCall(IERC20.transfer, (FEE_RECEIVER, 0)), "nothing");
            _expectPaid(p);
        }
    }

    /// Receivers that refuse coins show that none, not even zero, is sent to them.
    function test_nothingIsNotSentInCoins() public {
        address refuses = address(new NativeReceiver());
        Payment memory p = _payment();
        p.token = address(0);
        vm.deal(p.payer, 2 * p.amount);
        vm.startPrank(p.payer);
        (p.fee, p.feeReceiver) = (0, refuses);
        router.pay{value: p.amount}(p);
        (p.fee, p.feeReceiver, p.destination) = (p.amount, FEE_RECEIVER, refuses);
        router.pay{value: p.amount}(p);
        assertEq(DESTINATION.balance, p.amount);
        assertEq(FEE_RECEIVER.balance, p.amount);
    }

    function test_coinsInExcess() public {
        Payment memory p = _payment();
        p.token = address(0);
        vm.deal(p.payer, 2 * p.amount);
        vm.startPrank(p.payer);
        vm.expectRevert(abi.encodeWithSelector(PaymentRouter.ValueMismatch.selector, p.amount, p.amount + 1));
        router.pay{value: p.amount + 1}(p);
        p.token = address(token);
        vm.expectRevert(abi.encodeWithSelector(PaymentRouter.ValueMismatch.selector, 0, 1));
        router.pay{value: 1}(p);
    }

    function test_paidTwice() public {
        Payment memory p = _payment();
        vm.startPrank(p.payer);
        token.approve(address(router), 2 * p.amount);
        router.pay(p);
        assertTrue(router.paid(router.termsHash(p)));
        vm.expectRevert(abi.encodeWithSelector(PaymentRouter.AlreadyPaid.selector, router.termsHash(p)));
        router.pay(p);
    }

    function test_unknownMethod() public {
        Payment memory p = _payment();
        Group[] memory groups = _batch(p);
        groups[0].method = 2;
        assertEq(_reasonInBatch(p.token, groups), abi.encodeWithSelector(Pulls.MethodUnknown.selector, 2));
    }

    function test_aSlowWalletPaysAloneButInNoBatch() public {
        Payment memory p = _payment();
        p.payer = address(new SlowWallet());
        token.mint(p.payer, p.amount);
        address permit2 = address(router.permit2());
        vm.prank(p.payer);
        token.approve(permit2, p.amount);
        Group[] memory groups = _batch(p);
        groups[0].method = 1;
        assertEq(_reasonInBatch(p.token, groups), "");
        router.payWithPermit2(p, Buyer.MERCHANT, "");
        assertEq(token.balanceOf(DESTINATION), p.amount - p.fee);
    }

    function test_aPullThatFailsWithoutAReason() public {
        Payment memory p = _payment();
        vm.mockCallRevert(p.token, abi.encodeWithSelector(0xef55bec6), "");
        _expectRefusal(p, "", abi.encodeWithSelector(PaymentRouter.PullFailed.selector));
    }

    /// The token does not say that it has pulled nothing. The other payment to the destination must not pay for it.
    function test_aPullOfNothingPaysNothing() public {
        SilentNonceToken silent = new SilentNonceToken();
        _fund(silent);
        Payment memory p = _payment();
        p.token = address(silent);
        Group[] memory groups = _batch(p);
        assertEq(router.settle(p.token, groups), 1);
        Pull memory again = groups[0].payouts[0].pulls[0];
        p.key = "other key";
        groups[0].payouts[0].pulls = new Pull[](2);
        groups[0].payouts[0].pulls[0] = again;
        groups[0].payouts[0].pulls[1] = _batch(p)[0].payouts[0].pulls[0];
        assertEq(router.settle(p.token, groups), 1);
        assertEq(silent.balanceOf(DESTINATION), 2 * (p.amount - p.fee));
    }

    function test_noCallEntersAgain() public {
        ReentrantToken reentrant = new ReentrantToken();
        _fund(reentrant);
        Payment memory p = _payment();
        bytes[4] memory calls = [
            abi.encodeCall(PaymentRouter.pay, (p)),
            abi.encodeCall(PaymentRouter.payWithAuthorization, (p, "")),
            abi.encodeCall(PaymentRouter.payWithPermit2, (p, Buyer.MERCHANT, "")),
            abi.encodeCall(Settlement.settle, (p.token, _batch(p)))
        ];
        bytes memory refusal =
            abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        p.token = address(reentrant);
        for (uint256 i; i < calls.length; ++i) {
            reentrant.reenter(address(router), calls[i]);
            p.key = bytes32(i);
            router.payWithAuthorization(p, Buyer.signAuthorization(BUYER, router, p));
            assertEq(reentrant.returned(), refusal);
            p.key = bytes32(i + calls.length);
            assertEq(router.settle(p.token, _batch(p)), 1);
            assertEq(reentrant.returned(), refusal);
        }
    }

    // ------------------------------------------------------------------------------------------------------ helpers

    function _fund(TestToken3009 some) private {
        some.mint(vm.addr(BUYER), 1e30);
    }

    function _payment() private view returns (Payment memory) {
        address payer = vm.addr(BUYER);
        return Payment(DESTINATION, "key", payer, 100, 7, block.timestamp + 60, address(token), FEE_RECEIVER);
    }

    function _batch(Payment memory p) private view returns (Group[] memory groups) {
        bytes memory signature = Buyer.signAuthorization(BUYER, router, p);
        groups = new Group[](1);
        groups[0] = Group(p.feeReceiver, 0, new Payout[](1));
        groups[0].payouts[0] = Payout(p.destination, Buyer.MERCHANT, new Pull[](1));
        groups[0].payouts[0].pulls[0] = Pull(p.key, p.payer, p.amount, p.fee, p.deadline, signature);
    }

    /// The reason of the only event of a batch that pays nothing.
    function _reasonInBatch(address asset, Group[] memory groups) private returns (bytes memory reason) {
        vm.recordLogs();
        assertEq(router.settle(asset, groups), 0);
        (, uint256 failed) = router.take();
        assertEq(failed, 1);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        assertEq(last.topics[0], Settlement.PaymentFailed.selector);
        (,, reason) = abi.decode(last.data, (address, uint256, bytes));
    }

    function _expectRefusal(Payment memory p, bytes memory reason) private {
        _expectRefusal(p, reason, reason);
    }

    function _expectRefusal(Payment memory p, bytes memory inBatch, bytes memory alone) private {
        assertEq(_reasonInBatch(p.token, _batch(p)), inBatch);
        bytes memory signature = Buyer.signAuthorization(BUYER, router, p);
        vm.expectRevert(alone);
        router.payWithAuthorization(p, signature);
    }

    /// Alone and in a batch.
    function _expectPaid(Payment memory p) private {
        uint256[2] memory before = [token.balanceOf(p.destination), token.balanceOf(p.feeReceiver)];
        bytes32 key = p.key;
        router.payWithAuthorization(p, Buyer.signAuthorization(BUYER, router, p));
        p.key = keccak256(abi.encode(key, "in a batch"));
        assertEq(router.settle(p.token, _batch(p)), 1);
        p.key = key;
        assertEq(token.balanceOf(p.destination) - before[0], 2 * (p.amount - p.fee));
        assertEq(token.balanceOf(p.feeReceiver) - before[1], 2 * p.fee);
    }
}
