// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../contracts/Payment.sol";
import {PaymentRouter} from "../../contracts/PaymentRouter.sol";
import {NativeReceiver} from "../../contracts/test/NativeReceiver.sol";
import {DepositTest} from "./DepositTest.sol";

/// @notice The rules of `recover`. Each call must be a separate transaction, so that a deposit's contract is deleted.
/// forge-config: default.isolate = true
contract RecoveriesTest is DepositTest {
    function test_recoverOfThePaymentsTokenIsForLessThanTheAmountAfterTheDeadline() public {
        Payment memory p = _payment();
        _send(p, p.amount - 1);
        vm.warp(p.deadline - 1);
        _expectLater(p, p.deadline);
        vm.warp(p.deadline);
        router.recover(p, p.token);
        _expectRecovered(p, p.token, p.amount - 1);
        assertEq(token.balanceOf(p.destination), p.amount - 1);
    }

    function test_recoverOfTheAmountIsForAMonthAfterTheDeadline() public {
        Payment memory p = _payment();
        _send(p, p.amount);
        token.deny(p.feeReceiver, true);
        vm.warp(p.deadline + MONTH - 1);
        assertEq(_settle(p), 0);
        vm.expectRevert("denied");
        router.sweep(p);
        _expectLater(p, p.deadline + MONTH);
        vm.warp(p.deadline + MONTH);
        router.recover(p, p.token);
        _expectRecovered(p, p.token, p.amount);
        assertEq(token.balanceOf(p.destination), p.amount);
    }

    function test_recoverOfAnotherTokenIsPossibleAtAnyTime() public {
        Payment memory p = _payment();
        for (uint256 i = 1; i <= 2; ++i) {
            other.mint(router.depositAddress(p), 7);
            router.recover(p, address(other));
            _expectRecovered(p, address(other), 7);
            assertEq(other.balanceOf(p.destination), 7 * i);
        }
        _send(p, p.amount); // the payment can still be paid
        router.sweep(p);
        _expectSplit(p, 1);
    }

    function test_recoverOfCoinsIsPossibleAtAnyTimeAndCannotBeRefused() public {
        Payment memory p = _payment();
        p.destination = address(new NativeReceiver());
        vm.deal(router.depositAddress(p), 7);
        router.recover(p, address(0));
        _expectRecovered(p, address(0), 7);
        assertEq(p.destination.balance, 7);
    }

    function test_nothingToRecover() public {
        Payment memory p = _payment();
        vm.expectRevert(PaymentRouter.NothingToRecover.selector);
        router.recover(p, address(other));
        vm.expectRevert(PaymentRouter.NothingToRecover.selector);
        router.recover(p, address(0));
        vm.expectRevert(bytes(""));
        router.recover(p, address(0x99));
    }

    function test_recoverToAReceiverThatWouldLoseTheMoney() public {
        Payment memory p = _payment();
        address[3] memory lost = [address(0), address(other), address(router)];
        for (uint256 i; i < lost.length; ++i) {
            p.destination = lost[i];
            vm.expectRevert(abi.encodeWithSelector(DestinationRefused.selector, lost[i]));
            router.recover(p, address(other));
        }
    }

    function _expectLater(Payment memory p, uint256 from) internal {
        vm.expectRevert(abi.encodeWithSelector(PaymentRouter.RecoverableLater.selector, from));
        router.recover(p, p.token);
    }
}
